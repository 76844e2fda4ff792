import type { FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access.ts'
import type { Deps } from '../deps.ts'
import * as sessions from '../store/sessions.ts'
import { tokenHash } from './tokens.ts'

export interface Session {
  caller: Caller
  tokenHash: string
}

/** Who sends this request, by its bearer token; nobody when there is none or it is dead. */
export async function findSession(request: FastifyRequest, { db, now }: Deps): Promise<Session | undefined> {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return undefined
  const hash = tokenHash(token)
  const caller = await sessions.findCaller(db.read, hash, now())
  return caller && { caller, tokenHash: hash }
}
