import type { Actor } from '#domain/audit.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'

interface Refused {
  whose: Actor
  why: string
}

/** Those who wait for the transaction that is under way, and the one that writes them all. */
interface Crowd {
  waiting: Refused[]
  written: Promise<void>
}

const crowds = new WeakMap<Deps['db'], Crowd>()

/**
 * Notes a refused sign-in. They come in crowds when somebody guesses, and the log has one end, which each would wait
 * for: those that come while others are being written are written together.
 */
export function noteRefused(deps: Deps, whose: Actor, why: string): Promise<void> {
  const { db, now } = deps
  const crowd = crowds.get(db) ?? { waiting: [], written: Promise.resolve() }
  crowds.set(db, crowd)
  crowd.waiting.push({ whose, why })
  if (crowd.waiting.length > 1) return crowd.written
  const write = async () => {
    const refused = crowd.waiting
    crowd.waiting = []
    await db.write(async tx => {
      for (const one of refused) await audit.note(tx, one.whose, 'sign_in_refused', { why: one.why }, now())
    })
  }
  crowd.written = crowd.written.then(write, write)
  return crowd.written
}
