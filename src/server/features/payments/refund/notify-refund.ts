import { formatPrice } from '#domain/money.ts'
import { cardProvider, shopItself } from '#domain/order-event.ts'
import type { OrderRow, RefundRow, UnmatchedPaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Buyer,
  buyerOf,
  cancelNotice,
  refundFailure,
  refundFailureForAdmin,
  refundNotice,
} from '../../../emails/payment-emails.ts'
import { type RefundedPart, refundedLines } from '../../../emails/refunded-lines.ts'
import * as outbox from '../../../store/outbox.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import { statusOf } from '../../../store/refunds.ts'
import * as timeline from '../../../store/timeline.ts'
import * as users from '../../../store/users.ts'

interface About {
  /** The order after this refund was counted. */
  order: OrderRow | undefined
  /** Used if there is no order. */
  unmatched: UnmatchedPaymentRow | undefined
  creditNote: string | undefined
}

/** Emails the buyer that a refund succeeded or failed, and adds it to the order's timeline. */
export async function notifyRefund(tx: Writing, refund: RefundRow, about: About, deps: Deps): Promise<void> {
  const { order, unmatched, creditNote } = about
  const now = deps.now()
  const source = order ?? unmatched
  if (!source) return
  const buyer = order ? await buyerIn(tx, order, refund) : buyerOf(source)
  const hasFailed = statusOf(refund) === 'failed'
  const isCancellation = refund.amount_minor === 0
  const messageOf = isCancellation ? cancelNotice : hasFailed ? refundFailure : refundNotice
  const message = messageOf(buyer, refund, { order, shopUrl: deps.config.emailOrigin })
  // A charge without an order may have no email address.
  if (buyer.email) await outbox.add(tx, { ...message, document: creditNote ?? null }, now)
  if (hasFailed) await notifyAdminsOfFailure(tx, refund, buyer, deps)
  if (order && !isCancellation) await (hasFailed ? noteFailed : noteSucceeded)(tx, order, refund, now)
}

/** The buyer of an order, with the lines that make up the refund. */
export async function buyerIn(tx: Writing, order: OrderRow, refund: RefundRow): Promise<Buyer> {
  const part = await partOf(tx, refund)
  return { ...buyerOf(order), bought: refundedLines(order, refund.amount_minor, part) }
}

async function partOf(tx: Writing, { payment_id, order_id }: RefundRow): Promise<RefundedPart | undefined> {
  const payment = payment_id === null ? undefined : await payments.find(tx, payment_id)
  if (!payment) return undefined
  const part = (await paymentOrders.listOf(tx, payment.id)).find(one => one.order_id === order_id)
  return part && { ...part, voucher: payment.voucher }
}

export async function notifyAdminsOfFailure(
  tx: Writing,
  refund: RefundRow,
  buyer: Buyer,
  { config, now }: Deps,
): Promise<void> {
  for (const admin of await users.listAdmins(tx))
    await outbox.add(tx, refundFailureForAdmin(admin, buyer, refund, config.emailOrigin), now())
}

export async function noteFailed(
  tx: Writing,
  order: OrderRow,
  refund: RefundRow,
  now: number,
): Promise<void> {
  const detail = [formatPrice(refund.amount_minor), refund.failure].filter(Boolean).join(': ')
  await timeline.add(tx, order.id, { at: now, what: 'refund_failed', who: cardProvider, detail })
}

async function noteSucceeded(tx: Writing, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  const who = refund.reason === 'by_provider' ? cardProvider : shopItself
  const detail = formatPrice(refund.amount_minor)
  await timeline.add(tx, order.id, { at: now, what: 'refunded', who, detail })
}
