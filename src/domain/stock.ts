import { Refusal } from './refusal.ts'
import { inThousands } from './thousands.ts'

export const maxQuantity = 1_000_000

/** The default of LOW_STOCK: an item with fewer free units is low. */
export const lowStock = 5

/** The maximum of LOW_STOCK. */
export const maxLowStock = 100

export interface Availability {
  availableQuantity: number
  mustQuantity: number
}

export const notOnSale = (): Refusal => new Refusal('not_found', 'This item is not on sale.')

/** Visitors see the exact number from here down. */
const fewLeft = 5

export const isInStock = ({ availableQuantity, mustQuantity }: Availability): boolean =>
  availableQuantity >= mustQuantity

/** What visitors see. An item is sold out if fewer are left than its minimum order. */
export function shelfState(item: Availability): 'sold_out' | 'few' | 'plenty' {
  if (!isInStock(item)) return 'sold_out'
  return item.availableQuantity <= fewLeft ? 'few' : 'plenty'
}

/** Replaces an item's exact stock with whether its minimum order is available. */
export const offerOf = <I extends Availability>({ availableQuantity, mustQuantity, ...item }: I) => ({
  ...item,
  isInStock: isInStock({ availableQuantity, mustQuantity }),
})

/** Either a difference, or the number counted on the shelf. */
interface StockRequest {
  change?: number | undefined
  counted?: number | undefined
}

export const differenceOf = ({ change, counted = 0 }: StockRequest, onShelf: number): number =>
  change ?? counted - onShelf

/** Returned orders may push the stock above the maximum, so a decrease is allowed even then. */
export const canChange = (difference: number, free: number): boolean =>
  free + difference >= 0 && (difference <= 0 || free + difference <= maxQuantity)

/** Reported at the field that would exceed the maximum. */
export function shelfFull(field: string): Refusal {
  const detail = `An item can have at most ${inThousands(maxQuantity)} available.`
  return new Refusal('bad_input', detail, { fields: { [field]: detail } })
}

/** Explains why `canChange` is false. */
export function stockRefusal(difference: number, free: number): Refusal {
  if (difference > 0) return shelfFull('change')
  const rest = 'The rest is held or sold.'
  const left = free > 0 ? `Only ${inThousands(free)}` : 'None'
  const detail = `${left} left to sell. ${rest}`
  return new Refusal('not_enough_stock', detail, { facts: { left: free } })
}

export interface Pace {
  free: number
  soldInWeek: number
}

/** Below the threshold, or sold out within a week at the current pace. */
export const isLow = ({ free, soldInWeek }: Pace, threshold: number): boolean =>
  free < threshold || (soldInWeek > 0 && free <= soldInWeek)

/** Days until the item sells out at the current pace; Infinity without sales. */
export const daysLeft = ({ free, soldInWeek }: Pace): number =>
  free === 0 ? 0 : soldInWeek > 0 ? (free * 7) / soldInWeek : Number.POSITIVE_INFINITY
