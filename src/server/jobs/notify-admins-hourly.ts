import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { paidSummary, type Recipient } from '../emails/admin-emails.ts'
import * as notices from '../store/admin-notices.ts'
import * as outbox from '../store/outbox.ts'

const hourMs = 3_600_000
/** An order paid at the end of an hour may be committed slightly later. */
const lateMs = 60_000
const mostOrders = 50

/**
 * Emails the orders that were paid, if any, to each admin who wants hourly notices. After an outage the email covers all
 * missed hours. Returns the number of emails.
 */
export async function notifyAdminsHourly({ db, config, now }: Deps): Promise<number> {
  const until = Math.floor((now() - lateMs) / hourMs) * hourMs
  let count = 0
  for (const { id, email, told_until } of await notices.listHourly(db.read, until)) {
    const to = { id, email, publicUrl: config.emailOrigin }
    if (await db.write(tx => notify(tx, to, told_until ?? until, until, now()))) count++
  }
  return count
}

async function notify(
  tx: Writing,
  to: Recipient,
  from: number,
  until: number,
  now: number,
): Promise<boolean> {
  if (!(await notices.claimHourlyEmail(tx, to.id, from, until))) return false
  const paid = await notices.paidOrders(tx, from, until, mostOrders)
  if (paid.count === 0) return false
  await outbox.add(tx, paidSummary(to, { ...paid, until }), now)
  return true
}
