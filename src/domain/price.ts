import { type DeliveryPrice, deliveryOf } from './delivery.ts'
import { isWholeStep, type Minor, minorOf, minPrice, sumOf } from './money.ts'

/** What the price of an order depends on. */
export interface PricedOrder {
  itemName: string
  quantity: number
  total: Minor
  /** Its part of the payment that paid it; null before that. */
  paid: Minor | null
  /** How much of that is delivery. */
  paidDelivery: Minor
}

/** A line of a receipt, an invoice or a page. */
export interface PriceLine {
  text: string
  quantity: number
  unitPrice: Minor
  total: Minor
}

/** The price of orders that are paid together. */
export interface Price {
  /** One line for each order, in the same order; lines after them concern the whole payment. */
  lines: readonly PriceLine[]
  /** Each order's part of the payment. */
  parts: readonly Minor[]
  /** How much of each part is delivery, and how much a voucher took off it. */
  deliveries: readonly Minor[]
  discounts: readonly Minor[]
  total: Minor
}

/** What a payment contains besides the goods. */
export interface Extras {
  delivery: Minor
  discount: Minor
  /** The code that gives the discount. */
  voucher?: string | undefined
}

/**
 * The only function that adds up prices: payments, receipts, invoices, exports and pages take their amounts from it.
 * Paid orders cost what was paid for them, whatever delivery costs today. Unpaid ones cost what was agreed, if anything
 * was.
 */
export function priceOf(
  orders: readonly PricedOrder[],
  delivery: DeliveryPrice | null = null,
  agreed?: Extras,
): Price {
  if (orders.some(({ paid }) => paid !== null)) return priceOfPaid(orders, agreed?.voucher)
  return priceAsAgreed(orders, agreed ?? { delivery: deliveryOf(delivery, goodsOf(orders)), discount: 0 })
}

export const goodsOf = (orders: readonly PricedOrder[]): Minor => sumOf(orders.map(({ total }) => total))

/** The price of unpaid orders when delivery and discount are known. */
export function priceAsAgreed(
  orders: readonly PricedOrder[],
  { delivery, discount, voucher }: Extras,
): Price {
  const totals = orders.map(({ total }) => total)
  const [deliveries, discounts] = [shareOut(delivery, totals), shareOut(discount, totals)]
  const parts = totals.map((total, i) => total + (deliveries[i] ?? 0) - (discounts[i] ?? 0))
  return priceWith(orders, parts, deliveries, voucher)
}

/** The price of unpaid orders when the delivery of each is known. */
export const priceWithDeliveries = (orders: readonly PricedOrder[], deliveries: readonly Minor[]): Price =>
  priceWith(
    orders,
    orders.map(({ total }, i) => total + (deliveries[i] ?? 0)),
    deliveries,
  )

/** What was paid for orders, with the code of the voucher that made them cheaper. */
export const priceOfPaid = (orders: readonly PricedOrder[], voucher?: string): Price =>
  priceWith(
    orders,
    orders.map(({ total, paid }) => paid ?? total),
    orders.map(({ paidDelivery }) => paidDelivery),
    voucher,
  )

function priceWith(
  orders: readonly PricedOrder[],
  parts: readonly Minor[],
  deliveries: readonly Minor[],
  voucher?: string,
): Price {
  const discounts = orders.map(({ total }, i) => total + (deliveries[i] ?? 0) - (parts[i] ?? 0))
  const lines = [
    ...orders.map(lineOf),
    ...lineOfAll(voucher ? `Discount ${voucher}` : 'Discount', -sumOf(discounts)),
    ...lineOfAll('Delivery', sumOf(deliveries)),
  ]
  return { lines, parts, deliveries, discounts, total: sumOf(parts) }
}

const lineOfAll = (text: string, total: Minor): PriceLine[] =>
  total === 0 ? [] : [{ text, quantity: 1, unitPrice: total, total }]

/**
 * Shares an amount out in proportion, in steps that cards can be charged. What is left after rounding down goes to the
 * largest remainders; of equal ones, the first.
 */
export function shareOut(amount: Minor, sizes: readonly Minor[]): Minor[] {
  const step = isWholeStep(amount) ? minPrice() : 1
  const whole = BigInt(sumOf(sizes))
  if (whole === 0n) return sizes.map(() => 0)
  const steps = BigInt(amount / step)
  const exact = sizes.map(size => steps * BigInt(size))
  const shares = exact.map(share => Number(share / whole))
  const byRemainder = exact
    .map((share, i) => ({ i, rest: share % whole }))
    .toSorted((a, b) => Number(b.rest - a.rest) || a.i - b.i)
  for (const { i } of byRemainder.slice(0, amount / step - sumOf(shares))) shares[i] = (shares[i] ?? 0) + 1
  return shares.map(share => share * step)
}

/** The same for orders as the API sends them. */
export const priceOfSent = (
  orders: readonly SentOrder[],
  delivery: DeliveryPrice | null = null,
  agreed?: Extras,
): Price =>
  priceOf(
    orders.map(({ itemName, quantity, totalPrice, paidAmount, paidDelivery }) => ({
      itemName,
      quantity,
      total: minorOf(totalPrice) ?? 0,
      paid: paidAmount === null ? null : (minorOf(paidAmount) ?? 0),
      paidDelivery: minorOf(paidDelivery) ?? 0,
    })),
    delivery,
    agreed,
  )

interface SentOrder {
  itemName: string
  quantity: number
  totalPrice: number
  paidAmount: number | null
  paidDelivery: number
}

/** A total is a whole multiple of the unit price, so nothing is rounded. */
const lineOf = ({ itemName, quantity, total }: PricedOrder): PriceLine => ({
  text: itemName,
  quantity,
  unitPrice: total / quantity,
  total,
})
