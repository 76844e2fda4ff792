import { type Minor, minorOf, sumOf } from './money.ts'

/** What the price of an order depends on. */
export interface PricedOrder {
  itemName: string
  quantity: number
  total: Minor
  /** Its part of the payment that paid it; null before that. */
  paid: Minor | null
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
  total: Minor
}

/** The only function that adds up prices: payments, receipts, invoices, exports and pages take their amounts from it. */
export function priceOf(orders: readonly PricedOrder[]): Price {
  const parts = orders.map(({ total, paid }) => paid ?? total)
  const total = sumOf(parts)
  const discount = total - sumOf(orders.map(order => order.total))
  const lines = orders.map(lineOf)
  if (discount !== 0) lines.push({ text: 'Discount', quantity: 1, unitPrice: discount, total: discount })
  return { lines, parts, total }
}

/** The same for orders as the API sends them. */
export const priceOfSent = (orders: readonly SentOrder[]): Price =>
  priceOf(
    orders.map(({ itemName, quantity, totalPrice, paidAmount }) => ({
      itemName,
      quantity,
      total: minorOf(totalPrice) ?? 0,
      paid: paidAmount === null ? null : (minorOf(paidAmount) ?? 0),
    })),
  )

interface SentOrder {
  itemName: string
  quantity: number
  totalPrice: number
  paidAmount: number | null
}

/** A total is a whole multiple of the unit price, so nothing is rounded. */
const lineOf = ({ itemName, quantity, total }: PricedOrder): PriceLine => ({
  text: itemName,
  quantity,
  unitPrice: total / quantity,
  total,
})
