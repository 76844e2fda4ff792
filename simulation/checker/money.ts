import type { ProviderPayment } from '../interfaces.ts'
import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import { discountFor } from './delivery.ts'
import type { Payments } from './payments.ts'
import type { Complain, Rules } from './rules.ts'
import { type Order, sumOf } from './wire.ts'

/** The shop's books and the card provider's say the same, payment by payment. */
export class Money implements Rules {
  readonly #payments: Payments

  constructor(payments: Payments) {
    this.#payments = payments
  }

  quiet(books: Books, complain: Complain): void {
    const byTransaction = Map.groupBy(
      books.orders.filter(order => order.paid && !order.paidBy),
      order => order.transactionId ?? '',
    )
    const known = new Map(books.payments.map(payment => [payment.id, payment]))
    for (const [id, orders] of byTransaction)
      if (known.get(id)?.status !== 'succeeded')
        complain('paid by a card', `${numbersOf(orders)} say that ${id} has paid them, the provider does not`)
    this.#checkTakings(books, complain)
    this.#checkDiscounts(books, complain)
    for (const payment of books.payments) {
      const orders = byTransaction.get(payment.id) ?? []
      checkPayment(payment, orders, complain)
      this.#checkOpen(payment, books, complain)
    }
  }

  #checkTakings({ orders, insights }: Books, complain: Complain): void {
    const paid = sumOf(orders.map(({ paidAmount }) => thousandthsOf(paidAmount)))
    if (insights.totals && thousandthsOf(insights.totals.takings) !== paid)
      complain('takings', `${insights.totals.takings} were taken, ${paid / 1000} paid`)
  }

  #checkDiscounts({ orders, insights }: Books, complain: Complain): void {
    if (!insights.vouchers) return
    const given = sumOf(orders.filter(({ paid }) => paid).map(discountFor))
    const listed = sumOf(insights.vouchers.map(({ discount }) => thousandthsOf(discount)))
    if (listed !== given)
      complain('discounts', `vouchers list ${listed / 1000} of discount, paid orders have ${given / 1000}`)
  }

  /** What could still be paid must be for something that is still held. */
  #checkOpen({ id, status, metadata }: ProviderPayment, books: Books, complain: Complain): void {
    if (!status.startsWith('requires_') || !this.#payments.byId.has(id)) return
    const isHeld = books.orders.some(({ _id, state }) => state === 'held' && ordersOf(metadata).includes(_id))
    if (!isHeld)
      complain('payment closed', `${id} can still be paid, and none of its orders is held any more`)
  }
}

function checkPayment(payment: ProviderPayment, orders: readonly Order[], complain: Complain): void {
  const { id, received } = payment
  const refunded = sumOf(payment.refunds.filter(isOnItsWay).map(({ amount }) => amount))
  if (refunded > received)
    complain('refund at most paid', `${refunded / 1000} of ${received / 1000} go back from ${id}`)
  const isLost = payment.disputes.some(({ status }) => status === 'lost')
  const isOpen = payment.disputes.some(({ status }) => isUndecided(status))
  checkDispute(payment, orders, { isLost, isOpen, left: received - refunded }, complain)
  const kept = sumOf(
    orders.map(
      order =>
        thousandthsOf(order.paidAmount) -
        thousandthsOf(order.refundedAmount) -
        thousandthsOf(order.refundPendingAmount),
    ),
  )
  if (payment.status !== 'succeeded' || received - refunded === kept) return
  // What the bank has taken, or may take, is not refunded.
  if ((isLost || isOpen) && received - refunded > kept) return
  const sentence = `${id}: ${received / 1000} came and ${refunded / 1000} go back; ${numbersOf(orders) || 'no order'} kept ${kept / 1000}`
  complain(orders.length === 0 ? 'paid once' : 'books match the provider', sentence)
}

interface Dispute {
  isLost: boolean
  isOpen: boolean
  left: number
}

function checkDispute(
  { id, disputes }: ProviderPayment,
  orders: readonly Order[],
  { isLost, isOpen, left }: Dispute,
  complain: Complain,
): void {
  const lost = sumOf(orders.map(order => thousandthsOf(order.disputeLostAmount)))
  const amount = sumOf(disputes.filter(({ status }) => status === 'lost').map(dispute => dispute.amount))
  const paid = sumOf(orders.map(order => thousandthsOf(order.paidAmount)))
  if (orders.length > 0 && lost !== Math.min(amount, left, paid))
    complain(
      'dispute recorded',
      `${amount / 1000} of ${id} are lost to a dispute, its orders say ${lost / 1000}`,
    )
  for (const { number, disputedAt } of orders) {
    if ((isOpen || isLost) && disputedAt === null)
      complain('dispute recorded', `the payment of ${number} is disputed, and the order does not say so`)
    if (disputes.length === 0 && disputedAt !== null)
      complain('dispute recorded', `${number} is called disputed, and nobody disputes ${id}`)
  }
}

/** Neither failed nor cancelled. */
export const isOnItsWay = ({ status }: { status: string }): boolean =>
  status === 'succeeded' || status === 'pending' || status === 'requires_action'

/** The bank has not decided. An inquiry that was closed is over. */
const isUndecided = (status: string): boolean =>
  ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'].includes(status)

/** The orders that a payment is for: bookingId, bookingId2 and so on. */
export const ordersOf = (metadata: ProviderPayment['metadata']): string[] =>
  Object.entries(metadata).flatMap(([key, id]) => (/^bookingId\d*$/.test(key) ? [id] : []))

const numbersOf = (orders: readonly Order[]): string => orders.map(({ number }) => number).join(', ')
