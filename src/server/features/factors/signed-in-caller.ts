import type { Caller } from '#domain/access.ts'
import type { Client } from '../../http/client.ts'

/** A user who changes their own account; `session` is the hash of the session's token. */
export interface SignedInCaller {
  caller: Caller
  session: string
  from: Client
}
