import type { OrderQuery } from '#contract/order-search.ts'
import type { Order } from '#contract/orders.ts'
import { endOfDay, startOfDay } from '#domain/day.ts'
import type { Deps } from '../../deps.ts'
import * as orders from '../../store/orders.ts'
import { findOrders as find } from '../../store/search/orders.ts'

/** Lists all orders, or those that match the search. Days are in the shop's time zone. */
export function findOrders({ db, config }: Deps, query: OrderQuery): Promise<Order[]> {
  const { state, from, to, item } = query
  const search = query.search?.trim()
  if (!search && !state && !from && !to && !item) return orders.list(db.read, query)
  const wanted = {
    search,
    state,
    from: from ? startOfDay(from, config.timeZone) : undefined,
    until: to ? endOfDay(to, config.timeZone) : undefined,
    itemId: item,
  }
  return find(db.read, wanted, query)
}
