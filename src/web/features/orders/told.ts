import type { Order } from '#contract/orders.ts'
import { minorOf, sumOf } from '#domain/money.ts'
import type { Extras } from '#domain/price.ts'
import { isWaiting } from './waiting.ts'

/** What the customer was told to transfer besides the goods; undefined unless all of these orders were announced. */
export function toldOf(orders: readonly Order[]): Extras | undefined {
  const told = orders.flatMap(({ transferDelivery }) => transferDelivery ?? [])
  if (told.length < orders.length) return undefined
  return { delivery: sumOf(told.map(delivery => minorOf(delivery) ?? 0)), discount: 0 }
}

/** The same while all of them wait. */
export const toldToWaiting = (orders: readonly Order[]): Extras | undefined =>
  orders.every(isWaiting) ? toldOf(orders) : undefined
