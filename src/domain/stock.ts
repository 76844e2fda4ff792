import { Refusal } from './refusal.ts'
import { inThousands } from './thousands.ts'

export const maxQuantity = 1_000_000

/** Items of which fewer are free run low, unless the setting LOW_STOCK says otherwise. */
export const lowStock = 5

/** The most that LOW_STOCK can be. */
export const maxLowStock = 100

interface Availability {
  availableQuantity: number
  mustQuantity: number
}

/**
 * Why this quantity of an item cannot be ordered now, or undefined when it can. The page shows it under the
 * field and the server refuses with it; who gets the last unit is decided by the database alone.
 */
export function quantityRefusal(
  quantity: number,
  { availableQuantity, mustQuantity }: Availability,
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

export const notOnSale = (): Refusal => new Refusal('not_found', 'This item is not on sale.')

/** Visitors see how many are left when there are so many or fewer. */
const fewLeft = 5

export const isInStock = ({ availableQuantity, mustQuantity }: Availability): boolean =>
  availableQuantity >= mustQuantity

/** What visitors see of the stock: an item is sold out when less is left than can be ordered. */
export function shelfState(item: Availability): 'sold_out' | 'few' | 'plenty' {
  if (!isInStock(item)) return 'sold_out'
  return item.availableQuantity <= fewLeft ? 'few' : 'plenty'
}

/** An item without its exact stock: only whether the least that can be ordered is there. */
export const offerOf = <I extends Availability>({ availableQuantity, mustQuantity, ...item }: I) => ({
  ...item,
  isInStock: isInStock({ availableQuantity, mustQuantity }),
})

/** So many more or fewer, or what somebody has counted on the shelf. */
interface StockRequest {
  change?: number | undefined
  counted?: number | undefined
}

/** By how much the stock changes. */
export const differenceOf = ({ change, counted = 0 }: StockRequest, onShelf: number): number =>
  change ?? counted - onShelf

/** Whether the free stock can change by so much. Orders may give back more than can be put in: it can be taken out. */
export const canChange = (difference: number, free: number): boolean =>
  free + difference >= 0 && (difference <= 0 || free + difference <= maxQuantity)

/** More would be free than can be; said under the field that asks for it. */
export function shelfFull(field: string): Refusal {
  const detail = `An item can have at most ${inThousands(maxQuantity)} free.`
  return new Refusal('bad_input', detail, { fields: { [field]: detail } })
}

/** Why it cannot. */
export function stockRefusal(difference: number, free: number): Refusal {
  if (difference > 0) return shelfFull('change')
  const rest = 'The others are held or sold.'
  const some = free === 1 ? 'Only 1 is free.' : `Only ${free} are free.`
  const detail = `${free > 0 ? some : 'None is free.'} ${rest}`
  return new Refusal('not_enough_stock', detail, { facts: { left: free } })
}

/** How many of an item are free, and how many were sold in the last seven days. */
export interface Pace {
  free: number
  soldInWeek: number
}

/** Fewer than so many are left, or at the present pace none will be in a week. */
export const isLow = ({ free, soldInWeek }: Pace, threshold: number): boolean =>
  free < threshold || (soldInWeek > 0 && free <= soldInWeek)

/** In how many days none will be left at the present pace; for ever is Infinity. */
export const daysLeft = ({ free, soldInWeek }: Pace): number =>
  free === 0 ? 0 : soldInWeek > 0 ? (free * 7) / soldInWeek : Number.POSITIVE_INFINITY
