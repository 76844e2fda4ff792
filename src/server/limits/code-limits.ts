import type { Writing } from '../db/schema/tables.ts'
import * as rateCounters from '../store/rate-counters.ts'

const quarter = 15 * 60_000
const day = 86_400_000

/** Whose code it is, and where it was typed: in a browser that has shown one before, if it has a mark of that. */
export interface Typed {
  userId: string
  address: string
  device: string | undefined
}

/**
 * Six digits are few: besides the limit that passwords have there is one for the day. A browser in which a code was shown
 * before has counts of its own, so that nobody who knows the password shuts its owner out.
 */
export const appLimits = ({ userId, device }: Pick<Typed, 'userId' | 'device'>): rateCounters.Limit[] => {
  const whose = device ? `${userId} by ${device}` : userId
  return [
    { name: `code ${whose}`, most: 10, withinMs: quarter },
    { name: `codes of a day ${whose}`, most: 50, withinMs: day },
  ]
}

/** Nobody guesses 80 bits: this keeps the shop from working for whoever tries. */
export const recoveryLimits = ({ userId, address }: Typed): rateCounters.Limit[] => [
  { name: `recovery code ${userId} from ${address}`, most: 10, withinMs: quarter },
]

/** So often a day: whoever reads the mailbox could else have as many guesses as new passwords. */
const mostFresh = 3

/**
 * Somebody has a new password: whoever knew the old one does not keep them out with what they have guessed. Before sessions
 * and proofs end, as where a code is taken: two at once do not wait for each other.
 */
export async function countAnew(tx: Writing, userId: string, now: number): Promise<void> {
  const fresh = { name: `codes counted anew ${userId}`, most: mostFresh, withinMs: day }
  if ((await rateCounters.count(tx, fresh, now)) !== undefined) return
  for (const { name } of appLimits({ userId, device: undefined })) await rateCounters.forget(tx, name)
}
