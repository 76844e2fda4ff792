import { dollarsOf, formatDollars } from '#domain/money.ts'
import { cardProvider, shopItself } from '#domain/order-event.ts'
import type { CardDispute, CardRefund } from '#domain/refund.ts'
import type { Cards } from '../../adapters/cards.ts'
import type { OrderRow, PaymentRow, RefundRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as disputes from '../../store/disputes.ts'
import * as orders from '../../store/orders.ts'
import * as outbox from '../../store/outbox.ts'
import * as payments from '../../store/payments.ts'
import * as refunds from '../../store/refunds.ts'
import * as sales from '../../store/sales.ts'
import * as strayPayments from '../../store/stray-payments.ts'
import * as timeline from '../../store/timeline.ts'
import * as users from '../../store/users.ts'
import { type Buyer, buyerOf, refundFailure, refundFailureForAdmin, refundNotice } from './letters.ts'

/** What the provider says about money that goes back. */
export interface MoneyBack {
  refunds?: readonly CardRefund[]
  disputes?: readonly CardDispute[]
}

/** Asks the provider which money of a payment went back or is wanted back, whoever has caused that, and notes it. */
export async function followPayment(deps: Deps, cards: Cards, intentId: string): Promise<void> {
  const [known, disputed] = [await cards.refundsOf(intentId), await cards.disputesOf(intentId)]
  await noteMoneyBack(deps, intentId, { refunds: known, disputes: disputed })
}

/** Notes how refunds and disputes of a payment stand, tells whom it concerns, and brings its order up to date. */
export async function noteMoneyBack(deps: Deps, intentId: string, back: MoneyBack): Promise<void> {
  const ended = await deps.db.write(tx => note(tx, intentId, back, deps.now()))
  for (const refund of ended) deps.metrics.payments.add(hasFailed(refund) ? 'refund_failed' : 'refunded')
}

/** Answers the refunds that have come to an end by this. */
async function note(tx: Writing, intentId: string, back: MoneyBack, now: number): Promise<RefundRow[]> {
  const payment = await payments.findByIntent(tx, intentId)
  const order = payment && (await orders.lock(tx, payment.booking_id))
  const stray = payment ? undefined : await strayPayments.find(tx, intentId)
  const buyer = order ? buyerOf(order) : stray && buyerOf(stray)
  if (!buyer) return []
  const ended: RefundRow[] = []
  const changed: [RefundRow, RefundRow][] = []
  for (const known of back.refunds ?? []) {
    const before = await rowOf(tx, payment, known, now)
    const after = await refunds.note(tx, before, known, { now, nextLookAt: now + pauseAfter(before, now) })
    changed.push([before, after])
    const status = refunds.statusOf(after)
    const isOver = status === 'succeeded' || status === 'failed'
    if (isOver && status !== refunds.statusOf(before)) ended.push(after)
  }
  for (const dispute of back.disputes ?? []) await disputes.note(tx, dispute, now)
  for (const refund of ended) await tell(tx, refund, buyer, now)
  for (const refund of ended) if (order && !hasFailed(refund)) await noteRefunded(tx, order, refund, now)
  if (order && payment?.kept_at) await summarize(tx, order, intentId)
  if (payment) for (const [before, after] of changed) await sales.noteRefund(tx, payment, before, after)
  return ended
}

async function noteRefunded(tx: Writing, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  const who = refund.reason === 'by_provider' ? cardProvider : shopItself
  const detail = formatDollars(dollarsOf(refund.amount_cents))
  await timeline.add(tx, order.id, { at: now, what: 'refunded', who, detail })
}

const hasFailed = (refund: RefundRow): boolean => refunds.statusOf(refund) === 'failed'

/** One that the shop has not asked for was made at the provider. */
async function rowOf(
  tx: Writing,
  payment: PaymentRow | undefined,
  known: CardRefund,
  now: number,
): Promise<RefundRow> {
  const { id: providerId, refundId, intentId, amount } = known
  const noted = await refunds.findByProvider(tx, providerId)
  if (noted) return noted
  const asked = refundId && (await refunds.find(tx, refundId))
  if (asked && asked.provider_id === null) return asked
  const paymentId = payment?.id ?? null
  return refunds.add(tx, { paymentId, intentId, amount, reason: 'by_provider', providerId }, now)
}

const [soon, late] = [15_000, 6 * 3_600_000]

/** The older it is, the less there is to be seen. */
export const pauseAfter = ({ created_at }: RefundRow, now: number): number =>
  Math.round(Math.min(Math.max((now - created_at) / 2, soon), late))

/** A letter says what is true now: 'on its way back' only when the provider says so. */
async function tell(tx: Writing, refund: RefundRow, buyer: Buyer, now: number): Promise<void> {
  const toBuyer = hasFailed(refund) ? refundFailure(buyer, refund) : refundNotice(buyer, refund)
  // The provider may know nobody's address for a charge without an order.
  if (buyer.email) await outbox.add(tx, toBuyer, now)
  if (!hasFailed(refund)) return
  for (const { email } of await users.listAdmins(tx))
    await outbox.add(tx, refundFailureForAdmin(email, buyer, refund), now)
}

async function summarize(tx: Writing, order: OrderRow, intentId: string): Promise<void> {
  const done = (await refunds.listOf(tx, intentId)).filter(refund => refund.succeeded_at !== null)
  const given = done.reduce((sum, refund) => sum + refund.amount_cents, 0)
  const lastAt = Math.max(...done.map(refund => refund.succeeded_at ?? 0))
  const [failed] = await refunds.listFailed(tx, intentId)
  const disputed = (await disputes.listOf(tx, intentId)).filter(dispute => dispute.won_at === null)
  await orders.setMoneyBack(tx, order.id, {
    refunded_cents: given,
    refunded_at: given >= order.total_cents ? lastAt : null,
    refund_failed_at: failed?.failed_at ?? null,
    disputed_at: disputed.at(-1)?.opened_at ?? null,
  })
}
