import type { FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from '../http/address.ts'
import { findHolder } from '../store/sessions.ts'
import { isVerifiedEmailRequired } from './email-required.ts'
import { seenNoter } from './note-seen.ts'
import { tokenHash } from './tokens.ts'

export interface Session {
  caller: Caller
  tokenHash: string
  expiresAt: number
  /** When the user last proved their identity, and when they last used a passkey or a code. */
  provedAt: number
  strongAt: number | null
}

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1]

/** Finds the session of a request by its bearer token; undefined if there is none or it is invalid. */
export type FindSession = (request: FastifyRequest) => Promise<Session | undefined>

export function sessionFinder(deps: Deps): FindSession {
  const { db, config, now } = deps
  const noteSeen = seenNoter(deps)
  return async request => {
    const token = bearerOf(request.headers.authorization)
    if (token === undefined) return undefined
    const hash = tokenHash(token)
    const holder = await findHolder(db.read, hash)
    if (!holder || holder.expiresAt <= now()) return undefined
    noteSeen(holder, hash)
    const { expiresAt, provedAt, strongAt } = holder
    const isProtected = strongAt !== null && (holder.hasVerifiedEmail || !isVerifiedEmailRequired(deps))
    const adminWaits = holder.caller.admin && config.adminSecondFactor === 'required' && !isProtected
    const caller = {
      ...holder.caller,
      ...(adminWaits && { admin: false, adminWaits }),
      address: addressOf(request),
    }
    return { caller, expiresAt, provedAt, strongAt, tokenHash: hash }
  }
}
