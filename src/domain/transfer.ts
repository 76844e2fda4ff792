import { type DeliveryPrice, deliveryOf } from './delivery.ts'
import { type Minor, sumOf } from './money.ts'
import { goodsOf, type Price, type PricedOrder, priceWithDeliveries, shareOut } from './price.ts'

/** An unpaid order that may have been announced for a transfer. */
export interface AnnouncedOrder extends PricedOrder {
  /** The delivery that its customer was told to transfer with it; null if nothing was announced. */
  toldDelivery: Minor | null
}

/**
 * Each order's share of the delivery when a transfer is announced. What the customer was told before stays; the other
 * orders share the rest.
 */
export function deliveriesToTell(orders: readonly AnnouncedOrder[], delivery: DeliveryPrice | null): Minor[] {
  const told = sumOf(orders.map(({ toldDelivery }) => toldDelivery ?? 0))
  const rest = Math.max(0, deliveryOf(delivery, goodsOf(orders)) - told)
  const shares = shareOut(
    rest,
    orders.map(({ toldDelivery, total }) => (toldDelivery === null ? total : 0)),
  )
  return orders.map(({ toldDelivery }, i) => toldDelivery ?? shares[i] ?? 0)
}

/** What the customer was told to transfer; undefined unless all of these orders were announced. */
export function priceAsTold(orders: readonly AnnouncedOrder[]): Price | undefined {
  const told = orders.flatMap(({ toldDelivery }) => toldDelivery ?? [])
  return told.length === orders.length ? priceWithDeliveries(orders, told) : undefined
}
