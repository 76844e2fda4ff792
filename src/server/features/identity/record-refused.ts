import type { Act, Actor } from '#domain/audit.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'

/** A sign-in step, or a fresh proof by a signed-in user. */
type Refused = Extract<Act, 'sign_in_refused' | 'proof_refused'>

/** Uses its own transaction because the refused one is rolled back. */
export const recordRefused = (
  { db, now }: Deps,
  whose: Actor,
  why: string,
  what: Refused = 'sign_in_refused',
): Promise<void> => db.write(tx => audit.note(tx, whose, what, { why }, now()))
