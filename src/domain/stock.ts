import { Refusal } from './refusal.ts'

export const maxQuantity = 1_000_000

export interface Stocked {
  availableQuantity: number
  mustQuantity: number
}

/**
 * Why this quantity of an item cannot be ordered now, or undefined when it can. The page shows it under the
 * field and the server refuses with it; who gets the last unit is decided by the database alone.
 */
export function quantityRefusal(
  quantity: number,
  { availableQuantity, mustQuantity }: Stocked,
): Refusal | undefined {
  if (quantity < mustQuantity) {
    return new Refusal('below_minimum', `Please order at least ${mustQuantity}.`, {
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

/** An item without its exact stock: only whether the least that can be ordered is there. */
export const offerOf = <I extends Stocked>({ availableQuantity, mustQuantity, ...item }: I) => ({
  ...item,
  isInStock: availableQuantity >= mustQuantity,
})
