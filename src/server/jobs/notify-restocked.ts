import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { backInStock, backInStockPrefix } from '../emails/stock-alert-emails.ts'
import * as outbox from '../store/outbox.ts'
import { type AvailableItem, listAvailable, takeOldest, type Waiting } from '../store/stock-alerts.ts'

const day = 86_400_000

/** Per run, so that the outbox never has thousands of emails. */
const mostAtOnce = 100

/**
 * Emails subscribers of restocked items, the longest waiting first, each once. The next run continues if the item is
 * still in stock. Returns the number of emails.
 */
export async function notifyRestocked(deps: Deps, stopped?: AbortSignal): Promise<number> {
  let count = 0
  for (const item of await listAvailable(deps.db.read))
    if (!stopped?.aborted && count < mostAtOnce) count += await notifySome(deps, item, mostAtOnce - count)
  return count
}

const notifySome = ({ db, config, now }: Deps, item: AvailableItem, most: number): Promise<number> =>
  db.write(async tx => {
    const waiting = await takeOldest(tx, item.id, most)
    // Emails are sent in the order of their due times.
    for (const [position, one] of waiting.entries()) {
      const next_try_at = Math.max(now() + position, await firstDue(tx, one))
      await outbox.add(tx, { ...backInStock(item, one, config.emailOrigin), next_try_at }, now())
    }
    return waiting.length
  })

/** An unconfirmed address gets one of these a day. */
async function firstDue(tx: Writing, { user_id, email_verified_at }: Waiting): Promise<number> {
  if (email_verified_at !== null) return 0
  const last = await outbox.lastDue(tx, user_id, backInStockPrefix)
  return last === undefined ? 0 : last + day
}
