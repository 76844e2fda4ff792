import type { Deps } from '../deps.ts'
import * as itemTexts from '../store/search/item-texts.ts'
import * as orderTexts from '../store/search/order-texts.ts'
import * as people from '../store/search/people.ts'

/** Small batches, because orders wait for the write lock. */
const atOnce = 100

type Shop = Pick<Deps, 'db'>

/** Adds missing search texts: after an upgrade from 1.0, and in a new demo. */
export async function writeSearchTexts(shop: Shop): Promise<void> {
  await inSteps(shop, orderTexts.writeMissing)
  await inSteps(shop, people.writeMissing)
  await indexItems(shop)
}

/** Adds imported items to the search index. Returns how many. */
export const indexItems = async (shop: Shop, stopped?: AbortSignal): Promise<number> =>
  (await itemTexts.hasDue(shop.db.read)) ? inSteps(shop, itemTexts.writeDue, stopped) : 0

/** Adds new orders to the search index. Searches also read the orders that it does not have yet. */
export const indexOrders = (shop: Shop, stopped?: AbortSignal): Promise<number> =>
  inSteps(shop, orderTexts.indexOrders, stopped)

async function inSteps(
  { db }: Shop,
  step: typeof itemTexts.writeDue,
  stopped?: AbortSignal,
): Promise<number> {
  let total = 0
  for (let done = atOnce; done === atOnce && !stopped?.aborted; total += done)
    done = await db.write(tx => step(tx, atOnce))
  return total
}
