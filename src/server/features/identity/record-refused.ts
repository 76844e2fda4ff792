import type { Act, Actor } from '#domain/audit.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'

/** A step of a sign-in, or somebody who is signed in and shows once more that it is them. */
type Refused = Extract<Act, 'sign_in_refused' | 'proof_refused'>

/** In a transaction of its own: the one in which it was refused is undone. */
export const recordRefused = (
  { db, now }: Deps,
  whose: Actor,
  why: string,
  what: Refused = 'sign_in_refused',
): Promise<void> => db.write(tx => audit.note(tx, whose, what, { why }, now()))
