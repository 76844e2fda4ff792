import type { Deps } from '../deps.ts'
import { itemBack } from '../features/alerts/letters.ts'
import * as outbox from '../store/outbox.ts'
import { type BackItem, listBack, takeOldest } from '../store/stock-alerts.ts'

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
    for (const [place, one] of waiting.entries())
      await outbox.add(tx, { ...itemBack(item, one, config.publicUrl), next_try_at: now() + place }, now())
    return waiting.length
  })
