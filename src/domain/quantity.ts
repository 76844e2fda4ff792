import { Refusal } from './refusal.ts'
import type { Availability } from './stock.ts'

/**
 * Why this quantity cannot be ordered, or undefined if it can. The page shows it under the field, and the server
 * refuses with it; only the database decides who gets the last unit.
 */
export function quantityRefusal(
  quantity: number,
  { availableQuantity, mustQuantity }: Availability,
): Refusal | undefined {
  if (quantity < mustQuantity) {
    return new Refusal('below_minimum', `Order at least ${mustQuantity}.`, {
      facts: { mustQuantity },
    })
  }
  if (quantity > availableQuantity) return outOfStock(availableQuantity)
  return undefined
}

export function outOfStock(left: number): Refusal {
  const detail = left > 0 ? `Only ${left} left.` : 'This item is sold out.'
  return new Refusal('out_of_stock', detail, { facts: { left } })
}

/** The same for an order that holds `held` units already. */
export function changeRefusal(quantity: number, held: number, item: Availability): Refusal | undefined {
  const left = item.availableQuantity + held
  const refusal = quantityRefusal(quantity, { ...item, availableQuantity: left })
  return refusal?.code === 'out_of_stock' ? noMore(held, left) : refusal
}

/** Explains why an order that holds `held` units cannot have more than `left`. */
export function noMore(held: number, left: number): Refusal {
  if (held === 0) return outOfStock(left)
  const detail = left > held ? `Only ${left - held} more left.` : 'There are no more left.'
  return new Refusal('out_of_stock', detail, { facts: { left } })
}
