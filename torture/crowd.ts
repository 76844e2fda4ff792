import type { Item } from '#contract/items.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import type { EngineName, TestDatabase } from '../tests/helpers/databases.ts'
import { openShopAt } from '../tests/helpers/shop.ts'
import { Owner } from './owner.ts'
import type { Tally } from './scenario.ts'
import { Shopper } from './shopper.ts'

export interface Crowd {
  /** Does not run out. */
  item: Item
  shoppers: Shopper[]
  owner: Owner
}

/** Customers and an owner who are signed in, and something to buy. */
export async function furnish(database: TestDatabase, engine: EngineName, count: number): Promise<Crowd> {
  const shop = await openShopAt(database, engine)
  const item = await shop.item({ availableQuantity: 1_000_000 })
  const shoppers: Shopper[] = []
  for (let i = 0; i < count; i++) {
    const { email, token } = await confirmed(shop.deps, await shop.customer())
    shoppers.push(new Shopper(email, token))
  }
  const owner = await Owner.hire(shop)
  await shop.close()
  return { item, shoppers, owner }
}

/** After a fault: unanswered calls are made again, and the shop is held to what it has promised. */
export async function holdToPromises({ shoppers, owner }: Crowd, url: string, tally: Tally): Promise<void> {
  await owner.finish(url)
  for (const shopper of shoppers) {
    await shopper.finish(url)
    const { lost, doubled } = await shopper.compare(url)
    tally.lost += lost
    tally.expect(doubled === 0, `${doubled} orders were placed twice`)
  }
  tally.acknowledged = shoppers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
}

/** With every process gone: the books of what they have left behind. */
export async function checkLeftBooks(
  { owner }: Crowd,
  database: TestDatabase,
  engine: EngineName,
  tally: Tally,
): Promise<void> {
  const quiet = await openShopAt(database, engine)
  await owner.compare(quiet.deps.db.read, tally)
  await tally.checkBooks(quiet.deps.db.read)
  await quiet.close()
  await database.remove()
}
