import { formatPrice, type Minor } from '#domain/money.ts'
import { priceOfPaid } from '#domain/price.ts'
import type { OrderRow, PaymentOrderRow } from '../db/schema/tables.ts'
import { toPriced } from '../store/orders.ts'
import type { Bought } from './message.ts'
import { boughtIn } from './payment-emails.ts'

/** What a payment was for, as far as one order is concerned. */
export interface RefundedPart
  extends Pick<PaymentOrderRow, 'amount_minor' | 'delivery_minor' | 'discount_minor'> {
  voucher: string
}

/** The goods, discount and delivery that were paid, and what is left of them: together they are the refund. */
export function refundedLines(order: OrderRow, amount: Minor, part: RefundedPart | undefined): Bought[] {
  const { lines, total } = priceOfPaid([part ? pricedIn(order, part) : toPriced(order)], part?.voucher)
  const [goods, ...others] = lines
  return [
    boughtIn(order, goods?.total),
    ...others.map(line => ({ name: line.text, amount: formatPrice(line.total) })),
    ...(amount < total ? [{ name: 'Not part of this refund', amount: formatPrice(amount - total) }] : []),
  ]
}

const pricedIn = (order: OrderRow, { amount_minor, delivery_minor, discount_minor }: RefundedPart) => ({
  ...toPriced(order),
  total: amount_minor - delivery_minor + discount_minor,
  paid: amount_minor,
  paidDelivery: delivery_minor,
})
