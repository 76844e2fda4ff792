import type { Writing } from '../db/schema/tables.ts'
import * as rateCounters from '../store/rate-counters.ts'

const quarter = 15 * 60_000
const day = 86_400_000

/** The user of a code, and where it was entered: the device is set if a code was accepted there before. */
export interface CodeEntry {
  userId: string
  address: string
  device: string | undefined
}

/**
 * Six digits are easy to guess, so there is a daily limit besides the one for passwords. A browser in which a code was
 * accepted before has its own limits, so that someone who knows the password cannot lock out the owner.
 */
export const appLimits = ({ userId, device }: Pick<CodeEntry, 'userId' | 'device'>): rateCounters.Limit[] => {
  const whose = device ? `${userId} by ${device}` : userId
  return [
    { name: `code ${whose}`, most: 10, withinMs: quarter },
    { name: `codes of a day ${whose}`, most: 50, withinMs: day },
  ]
}

/** 80 bits cannot be guessed: this limit only bounds the shop's work. */
export const recoveryLimits = ({ userId, address }: CodeEntry): rateCounters.Limit[] => [
  { name: `recovery code ${userId} from ${address}`, most: 10, withinMs: quarter },
]

/** The maximum per day. Otherwise whoever reads the mailbox could reset the password for more guesses. */
const maxResetsPerDay = 3

/**
 * Resets the limits after a new password, so that someone who knew the old one cannot lock out the user. Call it before
 * ending sessions and proofs, in the same order as when a code is used, to avoid deadlocks.
 */
export async function resetCodeLimits(tx: Writing, userId: string, now: number): Promise<void> {
  const fresh = { name: `codes counted anew ${userId}`, most: maxResetsPerDay, withinMs: day }
  if ((await rateCounters.count(tx, fresh, now)) !== undefined) return
  for (const { name } of appLimits({ userId, device: undefined })) await rateCounters.reset(tx, name)
}
