import type { Deps } from '../deps.ts'
import { itemBack } from '../features/alerts/letters.ts'
import * as outbox from '../store/outbox.ts'
import { type BackItem, listBack, takeOldest } from '../store/stock-alerts.ts'

/** Nobody who orders meanwhile waits for more letters than so many. */
const atOnce = 100

/**
 * Writes to everybody who waits for an item that can be ordered again, the longest waiting first, each once; whatever
 * brought the stock back. Answers how many letters.
 */
export async function tellRestocked(deps: Deps, stopped?: AbortSignal): Promise<number> {
  let letters = 0
  for (const item of await listBack(deps.db.read))
    while (!stopped?.aborted) {
      const told = await tellSome(deps, item)
      letters += told
      if (told < atOnce) break
    }
  return letters
}

const tellSome = ({ db, config, now }: Deps, item: BackItem): Promise<number> =>
  db.write(async tx => {
    const waiting = await takeOldest(tx, item.id, atOnce)
    // Letters leave in the order in which they are due.
    for (const [place, one] of waiting.entries())
      await outbox.add(tx, { ...itemBack(item, one, config.publicUrl), next_try_at: now() + place }, now())
    return waiting.length
  })
