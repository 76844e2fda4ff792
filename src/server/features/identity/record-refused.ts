import type { Act, Actor } from '#domain/audit.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'

/** Those who wait for the transaction that is under way, and the one that writes them all. */
interface Crowd {
  waiting: audit.Note[]
  written: Promise<void>
}

const crowds = new WeakMap<Deps['db'], Crowd>()

/** A step of a sign-in, or somebody who is signed in and shows once more that it is them. */
type Refused = Extract<Act, 'sign_in_refused' | 'proof_refused'>

/**
 * Notes a refused sign-in, or proof. They come in crowds when somebody guesses, and the log has one end, which each would wait
 * for: those that come while others are being written are written together.
 */
export function noteRefused(
  deps: Deps,
  whose: Actor,
  why: string,
  what: Refused = 'sign_in_refused',
): Promise<void> {
  const { db, now } = deps
  const crowd = crowds.get(db) ?? { waiting: [], written: Promise.resolve() }
  crowds.set(db, crowd)
  crowd.waiting.push({ actor: whose, what, detail: { why } })
  if (crowd.waiting.length > 1) return crowd.written
  const write = async () => {
    const refused = crowd.waiting
    crowd.waiting = []
    await db.write(tx => audit.noteAll(tx, refused, now()))
  }
  crowd.written = crowd.written.then(write, write)
  return crowd.written
}
