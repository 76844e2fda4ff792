import type { Deps } from '../deps.ts'
import { indexOrders as indexSome, writeTexts } from '../store/search/order-texts.ts'

/** Nobody who orders meanwhile waits for more than so many. */
const atOnce = 200

type Shop = Pick<Deps, 'db'>

/** Adds new orders to the search index. A search finds them before, too: it reads those that the index does not have. */
export async function indexOrders(shop: Shop, stopped?: AbortSignal): Promise<number> {
  await writeOrderTexts(shop, stopped)
  return inSteps(shop, indexSome, stopped)
}

/** Writes what orders are found by where it is missing: after an upgrade from 1.0, and in a demo's past. */
export const writeOrderTexts = (shop: Shop, stopped?: AbortSignal): Promise<number> =>
  inSteps(shop, writeTexts, stopped)

async function inSteps({ db }: Shop, step: typeof indexSome, stopped?: AbortSignal): Promise<number> {
  let total = 0
  for (let done = atOnce; done === atOnce && !stopped?.aborted; total += done)
    done = await db.write(tx => step(tx, atOnce))
  return total
}
