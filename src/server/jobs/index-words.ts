import type { Deps } from '../deps.ts'
import { hasWordsDue, indexWords as indexSome } from '../store/item-imports.ts'

/** Nobody who orders meanwhile waits for more than so many. */
const atOnce = 100

/** Puts the words of imported items into the index that searches use. Answers of how many items. */
export async function indexWords({ db }: Deps, stopped?: AbortSignal): Promise<number> {
  let total = 0
  while (!stopped?.aborted && (await hasWordsDue(db.read))) {
    const indexed = await db.write(tx => indexSome(tx, atOnce))
    // The others are in the hands of another process.
    if (indexed === 0) break
    total += indexed
  }
  return total
}
