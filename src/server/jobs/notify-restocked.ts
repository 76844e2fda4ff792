import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { itemBack, itemBackPrefix } from '../emails/stock-alert-emails.ts'
import * as outbox from '../store/outbox.ts'
import { type AvailableItem, listAvailable, takeOldest, type Waiting } from '../store/stock-alerts.ts'

const day = 86_400_000

/** In one run, so that no queue of thousands builds up. */
const mostAtOnce = 100

/**
 * Emails those who wait for an item that can be ordered again, the longest waiting first, each once. The next run goes on,
 * if there is still something to order. Answers how many emails.
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
    // Emails leave in the order in which they are due.
    for (const [position, one] of waiting.entries()) {
      const next_try_at = Math.max(now() + position, await firstDue(tx, one))
      await outbox.add(tx, { ...itemBack(item, one, config.publicUrl), next_try_at }, now())
    }
    return waiting.length
  })

/** An address that nobody has confirmed gets one of these a day. */
async function firstDue(tx: Writing, { user_id, email_verified_at }: Waiting): Promise<number> {
  if (email_verified_at !== null) return 0
  const last = await outbox.lastDue(tx, user_id, itemBackPrefix)
  return last === undefined ? 0 : last + day
}
