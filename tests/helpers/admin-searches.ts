import { orderStates } from '#domain/order.ts'
import { findOrders } from '../../src/server/store/search/orders.ts'
import { findUserIds } from '../../src/server/store/search/people.ts'
import type { CardShop } from './card-shop.ts'
import { idOf } from './item-calls.ts'

/** For plans.test.ts: the searches of users and orders, with every filter and page. */
export async function runAdminSearches({ deps: { db } }: CardShop): Promise<void> {
  const after = await idOf(db, 'users')
  for (const search of ['ann', 'ann quill'])
    for (const page of [{ after: undefined }, { after }])
      for (const who of ['present', 'ever'] as const)
        await findUserIds(db.read, search, { limit: 50, ...page }, who)
  const last = await idOf(db, 'orders')
  for (const search of ['ann', 'ann@example.com', 'oak'])
    for (const state of [undefined, ...orderStates])
      for (const page of [{ after: undefined }, { after: last }])
        await findOrders(db.read, { search, state }, { limit: 50, ...page }, 0)
}
