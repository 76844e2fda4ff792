import { v7 as newId } from 'uuid'
import type { Item } from '#contract/items.ts'
import * as newOrder from '../../src/server/store/new-order.ts'
import { type TestShop, userIdOf } from './shop.ts'

/** An item with `count` units, each held by a lapsed order of this customer. */
export async function itemOfLapsedHolds(shop: TestShop, email: string, count: number): Promise<Item> {
  const item = await shop.item({ availableQuantity: count })
  const user_id = await userIdOf(shop, email)
  await shop.deps.db.write(async tx => {
    for (let n = 0; n < count; n++)
      await newOrder.insert(tx, {
        ...newOrder.initialColumns,
        id: newId(),
        user_id,
        item_id: item._id,
        item_name: item.name,
        owner_name: 'Test Customer',
        email,
        mobile_number: '555 0100',
        address: '1 Test Street',
        quantity: 1,
        unit_price_minor: 3400,
        total_minor: 3400,
        idempotency_key: null,
        created_at: 1,
        held_until: 2,
      })
    await tx.updateTable('items').set({ available_quantity: 0 }).where('id', '=', item._id).execute()
  })
  return item
}
