import type { Deps } from '../deps.ts'
import { indexWords as indexSome } from '../store/item-imports.ts'

/** Nobody who orders meanwhile waits for more than so many. */
const atOnce = 100

/** Puts the words of imported items into the index that searches use. Answers of how many items. */
export async function indexWords({ db }: Deps, stopped?: AbortSignal): Promise<number> {
  let total = 0
  while (!stopped?.aborted) {
    const indexed = await db.write(tx => indexSome(tx, atOnce))
    total += indexed
    if (indexed < atOnce) break
  }
  return total
}
