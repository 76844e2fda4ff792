import type { FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Database } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findHolder } from '../store/sessions.ts'
import { tokenHash } from './tokens.ts'

export interface Session {
  caller: Caller
  tokenHash: string
  expiresAt: number
}

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1]

/** Who sends a request, by its bearer token; nobody when there is none or it is dead. */
export type FindSession = (request: FastifyRequest) => Promise<Session | undefined>

export function sessionFinder({ db, now }: Deps): FindSession {
  const sessions = db.versions.isExact
    ? new KnownSessions(db)
    : { find: (token: string) => lookUp(db, token) }
  return async ({ headers }) => {
    const token = bearerOf(headers.authorization)
    const session = token && (await sessions.find(token))
    return session && session.expiresAt > now() ? session : undefined
  }
}

async function lookUp(db: Database, token: string): Promise<Session | undefined> {
  const hash = tokenHash(token)
  const holder = await findHolder(db.read, hash)
  return holder && { ...holder, tokenHash: hash }
}

/**
 * Remembers who holds a token until anything about sessions or users changes, by whomever: a user makes many requests,
 * and after every order of anybody SQLite would have to read the pages of the session anew.
 */
class KnownSessions {
  readonly #db: Database
  readonly #known = new BoundedMap<string, Session>(2000)
  #version = -1

  constructor(db: Database) {
    this.#db = db
  }

  async find(token: string): Promise<Session | undefined> {
    const version = this.#db.versions.of(['sessions', 'users'])
    if (version !== this.#version) this.#known.clear()
    this.#version = version
    const known = this.#known.get(token)
    if (known) return known
    const session = await lookUp(this.#db, token)
    if (session && this.#version === version) this.#known.set(token, session)
    return session
  }
}
