import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { paidSummary, type Told } from '../emails/admin-emails.ts'
import * as notices from '../store/admin-notices.ts'
import * as outbox from '../store/outbox.ts'

const hourMs = 3_600_000
/** An order that was paid at the end of an hour may be written a moment later. */
const lateMs = 60_000
const mostOrders = 50

/**
 * Writes one letter to each admin who wants to know once an hour what was paid, if anything was. After hours without the
 * shop it tells of all of them. Answers how many letters.
 */
export async function tellHourly({ db, config, now }: Deps): Promise<number> {
  const until = Math.floor((now() - lateMs) / hourMs) * hourMs
  let letters = 0
  for (const { id, email, told_until } of await notices.listHourly(db.read, until)) {
    const told = { id, email, publicUrl: config.publicUrl }
    const from = told_until ?? until
    if (await db.write(tx => tell(tx, told, from, until, now()))) letters++
  }
  return letters
}

async function tell(tx: Writing, told: Told, from: number, until: number, now: number): Promise<boolean> {
  if (!(await notices.claimHours(tx, told.id, from, until))) return false
  const paid = await notices.paidOrders(tx, from, until, mostOrders)
  if (paid.count === 0) return false
  await outbox.add(tx, paidSummary(told, { ...paid, until }), now)
  return true
}
