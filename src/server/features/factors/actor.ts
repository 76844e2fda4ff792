import type { Caller } from '#domain/access.ts'
import type { Place } from '../../http/client.ts'

/** Who changes something about their own account: in which session (the hash of its token), and from where. */
export interface Acting {
  caller: Caller
  session: string
  from: Place
}
