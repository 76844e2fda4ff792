import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { idOfBack, itemBack } from '../emails/stock-alert-emails.ts'
import * as outbox from '../store/outbox.ts'
import { type BackItem, listBack, takeOldest, type Waiting } from '../store/stock-alerts.ts'

const day = 86_400_000

/** In one run: letters leave in the order in which they are due, and a receipt is not to wait for thousands of these. */
const mostAtOnce = 100

/**
 * Writes to those who wait for an item that can be ordered again, the longest waiting first, each once; whatever brought
 * the stock back. Who does not get their turn gets it in the next run, if there is still something to order. Answers how
 * many letters.
 */
export async function tellRestocked(deps: Deps, stopped?: AbortSignal): Promise<number> {
  let letters = 0
  for (const item of await listBack(deps.db.read))
    if (!stopped?.aborted && letters < mostAtOnce) letters += await tellSome(deps, item, mostAtOnce - letters)
  return letters
}

const tellSome = ({ db, config, now }: Deps, item: BackItem, most: number): Promise<number> =>
  db.write(async tx => {
    const waiting = await takeOldest(tx, item.id, most)
    // Letters leave in the order in which they are due.
    for (const [place, one] of waiting.entries()) {
      const next_try_at = Math.max(now() + place, await firstDue(tx, one))
      await outbox.add(tx, { ...itemBack(item, one, config.publicUrl), next_try_at }, now())
    }
    return waiting.length
  })

/** An address that nobody has confirmed gets one of these a day. */
async function firstDue(tx: Writing, { user_id, email_verified_at }: Waiting): Promise<number> {
  if (email_verified_at !== null) return 0
  const last = await outbox.lastDue(tx, user_id, idOfBack)
  return last === undefined ? 0 : last + day
}
