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
  /** How much of each part is delivery. */
  deliveries: readonly Minor[]
  total: Minor
}

/**
 * The only function that adds up prices: payments, receipts, invoices, exports and pages take their amounts from it.
 * Paid orders cost what was paid for them, whatever delivery costs today.
 */
export function priceOf(orders: readonly PricedOrder[], delivery: DeliveryPrice | null = null): Price {
  const isPaid = orders.some(({ paid }) => paid !== null)
  const totals = orders.map(({ total }) => total)
  const goods = sumOf(totals)
  const deliveries = isPaid
    ? orders.map(({ paidDelivery }) => paidDelivery)
    : shareOut(deliveryOf(delivery, goods), totals)
  return priceWith(orders, deliveries)
}

/** The price when the amount of delivery is known already. */
export const priceWithDelivery = (orders: readonly PricedOrder[], delivery: Minor): Price =>
  priceWith(
    orders,
    shareOut(
      delivery,
      orders.map(({ total }) => total),
    ),
  )

function priceWith(orders: readonly PricedOrder[], deliveries: readonly Minor[]): Price {
  const parts = orders.map(({ total, paid }, i) => paid ?? total + (deliveries[i] ?? 0))
  const total = sumOf(parts)
  const delivery = sumOf(deliveries)
  const discount = total - delivery - sumOf(orders.map(order => order.total))
  const lines = orders.map(lineOf)
  if (discount !== 0) lines.push({ text: 'Discount', quantity: 1, unitPrice: discount, total: discount })
  if (delivery !== 0) lines.push({ text: 'Delivery', quantity: 1, unitPrice: delivery, total: delivery })
  return { lines, parts, deliveries, total }
}

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
export const priceOfSent = (orders: readonly SentOrder[], delivery: DeliveryPrice | null = null): Price =>
  priceOf(
    orders.map(({ itemName, quantity, totalPrice, paidAmount, paidDelivery }) => ({
      itemName,
      quantity,
      total: minorOf(totalPrice) ?? 0,
      paid: paidAmount === null ? null : (minorOf(paidAmount) ?? 0),
      paidDelivery: minorOf(paidDelivery) ?? 0,
    })),
    delivery,
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
