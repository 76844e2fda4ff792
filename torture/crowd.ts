import type { Item } from '#contract/items.ts'
import { confirmed } from '../tests/helpers/customers.ts'
import type { EngineName, TestDatabase } from '../tests/helpers/databases.ts'
import { type OpenedShop, openShopAt } from '../tests/helpers/shop.ts'
import { Owner } from './owner.ts'
import type { Tally } from './scenario.ts'
import { Shopper } from './shopper.ts'

export interface Crowd {
  /** Its stock never runs out. */
  item: Item
  shoppers: Shopper[]
  owner: Owner
}

/** Adds an item, signed-in customers and an admin. */
export async function furnish(
  database: TestDatabase,
  engine: EngineName,
  count: number,
  settings: Record<string, string> = {},
): Promise<Crowd> {
  const shop = await openShopAt(database, engine, settings)
  const item = await shop.item({ availableQuantity: 1_000_000 })
  const shoppers: Shopper[] = []
  for (let i = 0; i < count; i++) {
    const { email, token } = await confirmed(shop.deps, await shop.customer())
    shoppers.push(new Shopper(email, token))
  }
  const owner = await Owner.create(shop)
  await shop.close()
  return { item, shoppers, owner }
}

/** Repeats unanswered calls after a fault and checks that nothing acknowledged is lost or doubled. */
export async function checkAcknowledged(
  { shoppers, owner }: Crowd,
  url: string,
  tally: Tally,
): Promise<void> {
  await owner.finish(url)
  for (const shopper of shoppers) {
    await shopper.finish(url)
    const { lost, doubled } = await shopper.compare(url)
    tally.lost += lost
    tally.expect(doubled === 0, `${doubled} orders were placed twice`)
  }
  tally.acknowledged = shoppers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
}

/** Checks the books after all processes have ended, and removes the database. */
export async function checkBooksAndRemove(
  crowd: Crowd,
  database: TestDatabase,
  engine: EngineName,
  tally: Tally,
): Promise<void> {
  const quiet = await openShopAt(database, engine)
  await checkBooks(crowd, quiet, tally)
  await quiet.close()
  await database.remove()
}

export async function checkBooks({ owner }: Crowd, { deps }: OpenedShop, tally: Tally): Promise<void> {
  await owner.compare(deps.db.read, tally)
  await tally.checkBooks(deps.db.read)
}
