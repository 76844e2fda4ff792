import { dollarsOf, formatDollars } from '#domain/money.ts'
import { cardProvider, shopItself } from '#domain/order-event.ts'
import type { CardDispute, CardRefund } from '#domain/refund.ts'
import type { Cards } from '../../adapters/cards.ts'
import type { OrderRow, PaymentRow, RefundRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as disputes from '../../store/disputes.ts'
import * as invoices from '../../store/invoices.ts'
import * as orders from '../../store/orders.ts'
import * as outbox from '../../store/outbox.ts'
import * as payments from '../../store/payments.ts'
import { listFailed } from '../../store/refund-lists.ts'
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
  const ended = await deps.db.write(tx => note(tx, intentId, back, deps))
  for (const refund of ended) deps.metrics.payments.add(hasFailed(refund) ? 'refund_failed' : 'refunded')
}

/** Answers the refunds that have come to an end by this. */
async function note(tx: Writing, intentId: string, back: MoneyBack, deps: Deps): Promise<RefundRow[]> {
  const now = deps.now()
  const found = await payments.findByIntent(tx, intentId)
  const order = found && (await orders.lock(tx, found.booking_id))
  // Read again under the lock: it may have been kept a moment ago.
  const payment = found && (await payments.find(tx, found.id))
  const stray = payment ? undefined : await strayPayments.find(tx, intentId)
  const buyer = order ? buyerOf(order) : stray && buyerOf(stray)
  if (!buyer) return []
  const paid = payment?.kept_at ? order : undefined
  const ended: { refund: RefundRow; creditNote: string | undefined }[] = []
  const changed: [RefundRow, RefundRow][] = []
  for (const known of back.refunds ?? []) {
    const before = await rowOf(tx, payment, known, now)
    const after = await refunds.note(tx, before, known, { now, nextLookAt: now + pauseAfter(before, now) })
    changed.push([before, after])
    const status = refunds.statusOf(after)
    const isOver = status === 'succeeded' || status === 'failed'
    // Money that was never kept has no invoice, and so nothing to credit.
    const creditNote =
      paid && (await invoices.creditRefund(tx, deps.config.shop, { order: paid, refund: after, at: now }))
    if (isOver && status !== refunds.statusOf(before)) ended.push({ refund: after, creditNote })
  }
  for (const dispute of back.disputes ?? []) await disputes.note(tx, dispute, now)
  const after = paid ? await summarize(tx, paid) : order
  for (const { refund, creditNote } of ended) {
    await tell(tx, refund, buyer, { order: after, creditNote, now })
    if (order) await (hasFailed(refund) ? noteFailed : noteRefunded)(tx, order, refund, now)
  }
  if (payment) for (const [before, after] of changed) await sales.noteRefund(tx, payment, before, after)
  return ended.map(({ refund }) => refund)
}

/** A refund of an order is through. */
async function noteRefunded(tx: Writing, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  const who = refund.reason === 'by_provider' ? cardProvider : shopItself
  const detail = formatDollars(dollarsOf(refund.amount_cents))
  await timeline.add(tx, order.id, { at: now, what: 'refunded', who, detail })
}

async function noteFailed(tx: Writing, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  const detail = [formatDollars(dollarsOf(refund.amount_cents)), refund.failure].filter(Boolean).join(': ')
  await timeline.add(tx, order.id, { at: now, what: 'refund_failed', who: cardProvider, detail })
}

/** The provider will not make a refund that an admin has asked for; nobody but the admins was told of it. */
export async function callOffRefund(tx: Writing, refund: RefundRow, why: string, now: number): Promise<void> {
  const order = refund.booking_id && (await orders.lock(tx, refund.booking_id))
  const calledOff = order && (await refunds.callOff(tx, refund.id, why, now))
  if (!calledOff) return
  await tellAdmins(tx, calledOff, buyerOf(order), now)
  await noteFailed(tx, order, calledOff, now)
  await summarize(tx, order)
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
  const [paymentId, orderId] = [payment?.id ?? null, payment?.booking_id ?? null]
  return refunds.add(tx, { paymentId, orderId, intentId, amount, reason: 'by_provider', providerId }, now)
}

const [soon, late] = [15_000, 6 * 3_600_000]

/** The older it is, the less there is to be seen. */
export const pauseAfter = ({ created_at }: Pick<RefundRow, 'created_at'>, now: number): number =>
  Math.round(Math.min(Math.max((now - created_at) / 2, soon), late))

interface Told {
  /** As it is with this refund. */
  order: OrderRow | undefined
  creditNote: string | undefined
  now: number
}

/** A letter says what is true now: 'on its way back' only when the provider says so. */
async function tell(
  tx: Writing,
  refund: RefundRow,
  buyer: Buyer,
  { order, creditNote, now }: Told,
): Promise<void> {
  const toBuyer = hasFailed(refund) ? refundFailure(buyer, refund) : refundNotice(buyer, refund, order)
  // The provider may know nobody's address for a charge without an order.
  if (buyer.email) await outbox.add(tx, { ...toBuyer, document: creditNote ?? null }, now)
  if (hasFailed(refund)) await tellAdmins(tx, refund, buyer, now)
}

async function tellAdmins(tx: Writing, refund: RefundRow, buyer: Buyer, now: number): Promise<void> {
  for (const { email } of await users.listAdmins(tx))
    await outbox.add(tx, refundFailureForAdmin(email, buyer, refund), now)
}

/** Brings an order in line with the refunds of the money that it was paid with. Its row is locked. */
export async function summarize(tx: Writing, order: OrderRow): Promise<OrderRow> {
  const kept = await refunds.listKept(tx, order)
  const given = refunds.sumOf(kept, 'succeeded')
  const lastAt = Math.max(...kept.map(refund => refund.succeeded_at ?? 0))
  const failedIds = kept.filter(hasFailed).map(({ id }) => id)
  const [failed] = failedIds.length > 0 ? await listFailed(tx, failedIds) : []
  const disputed = await disputes.listOf(tx, order.transaction_id ?? '')
  const back: orders.MoneyBack = {
    refunded_cents: given,
    refunded_at: given >= order.total_cents ? lastAt : null,
    refund_pending_cents: refunds.sumOf(kept, 'pending', 'needs_action'),
    refund_failed_at: failed?.failed_at ?? null,
    disputed_at: disputed.filter(dispute => dispute.won_at === null).at(-1)?.opened_at ?? null,
  }
  await orders.setMoneyBack(tx, order.id, back)
  return { ...order, ...back }
}
