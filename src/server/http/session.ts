import type { FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access.ts'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import * as sessions from '../store/sessions.ts'
import { tokenHash } from './tokens.ts'

export interface Session {
  caller: Caller
  tokenHash: string
}

/** Who sends a request, by its bearer token; nobody when there is none or it is dead. */
export type FindSession = (request: FastifyRequest) => Promise<Session | undefined>

export function sessionFinder({ db, now }: Deps): FindSession {
  const holders = db.versions.isExact ? new KnownHolders(db) : { find: findIn(db) }
  return async ({ headers }) => {
    const token = /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? '')?.[1]
    if (!token) return undefined
    const hash = tokenHash(token)
    const holder = await holders.find(hash)
    return holder && holder.expiresAt > now() ? { caller: holder.caller, tokenHash: hash } : undefined
  }
}

const findIn = (db: Database) => (hash: string) => sessions.findHolder(db.read, hash)

const mostKnown = 2000

/**
 * Remembers who holds a token until anything about sessions or users changes, by whomever: a user makes many requests,
 * and after every order of anybody SQLite would have to read the pages of the session anew.
 */
class KnownHolders {
  readonly #db: Database
  readonly #known = new Map<string, sessions.Holder>()
  #version = -1

  constructor(db: Database) {
    this.#db = db
  }

  async find(hash: string): Promise<sessions.Holder | undefined> {
    const version = this.#db.versions.of(['sessions', 'users'])
    if (version !== this.#version) this.#known.clear()
    this.#version = version
    const known = this.#known.get(hash)
    if (known) return known
    const holder = await sessions.findHolder(this.#db.read, hash)
    if (holder && this.#version === version && this.#known.size < mostKnown) this.#known.set(hash, holder)
    return holder
  }
}
