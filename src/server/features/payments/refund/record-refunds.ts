import { dollarsOf, formatDollars } from '#domain/money.ts'
import { cardProvider, shopItself } from '#domain/order-event.ts'
import { formatNumber } from '#domain/order-number.ts'
import { type CardDispute, type CardRefund, isOlderLook } from '#domain/refund.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { OrderRow, RefundRow, UnmatchedPaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Buyer,
  buyerOf,
  refundFailure,
  refundFailureForAdmin,
  refundNotice,
} from '../../../emails/payment-emails.ts'
import * as invoices from '../../../store/invoices.ts'
import * as orders from '../../../store/orders.ts'
import * as outbox from '../../../store/outbox.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import { isPaidWith } from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as stock from '../../../store/stock.ts'
import * as timeline from '../../../store/timeline.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'
import * as users from '../../../store/users.ts'
import { blockOrders } from '../settle/block-orders.ts'
import { noteDisputes } from './record-disputes.ts'
import { rowsOf } from './refund-rows.ts'
import { summarize } from './update-order.ts'

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

/** Notes how refunds and disputes of a payment stand, tells whom it concerns, and brings its orders up to date. */
export async function noteMoneyBack(deps: Deps, intentId: string, back: MoneyBack): Promise<void> {
  const ended = await deps.db.write(tx => note(tx, intentId, back, deps))
  for (const refund of ended) deps.metrics.payments.add(hasFailed(refund) ? 'refund_failed' : 'refunded')
}

/** A refund of an order, before and after the news of it. */
interface Change {
  before: RefundRow
  after: RefundRow
  creditNote: string | undefined
}

/** Answers the refunds that have come to an end by this. */
async function note(tx: Writing, intentId: string, back: MoneyBack, deps: Deps): Promise<RefundRow[]> {
  const now = deps.now()
  const found = await payments.findByIntent(tx, intentId)
  const parts = found ? await paymentOrders.lock(tx, found.id) : []
  // Read again under the lock: it may have been kept a moment ago.
  const payment = found && (await payments.find(tx, found.id))
  const stray = await unmatchedPayments.find(tx, intentId)
  if (!payment && !stray) return []
  const named = stray && !payment ? await orders.lockAll(tx, unmatchedPayments.orderIdsOf(stray)) : []
  const paid = payment && { payment, parts, unmatched: stray }
  const changes: Change[] = []
  // Those that the shop has asked for first: what somebody gave back by hand is then put where there is room.
  const known = (back.refunds ?? []).toSorted((a, b) => Number(!a.refundId) - Number(!b.refundId))
  for (const refund of known)
    for (const before of await rowsOf(tx, paid, refund, now)) {
      // One that was called off here may be made there after all; what the provider has told before is not taken back.
      if (before.provider_id !== null && isOlderLook(refunds.statusOf(before), refund.status)) continue
      const after = await refunds.note(tx, before, refund, { now, nextLookAt: now + pauseAfter(before, now) })
      const order = parts.find(part => part.order.id === after.order_id)?.order
      changes.push({ before, after, creditNote: await credit(tx, order, after, deps) })
    }
  await noteDisputes(tx, paid, back.disputes ?? [], now)
  await blockOrders(tx, named, now)
  const summed = new Map<string | null, OrderRow>()
  for (const { order } of parts)
    summed.set(order.id, isPaidWith(order, intentId) ? await summarize(tx, order) : order)
  const ended = changes.filter(isEnd)
  for (const { after, creditNote } of ended)
    await tell(tx, after, { order: summed.get(after.order_id), stray, creditNote, now })
  return ended.map(({ after }) => after)
}

/** Money that was never kept has no invoice, and so nothing to credit. */
async function credit(tx: Writing, order: OrderRow | undefined, refund: RefundRow, deps: Deps) {
  if (!order || !isPaidWith(order, refund.intent_id)) return undefined
  return invoices.creditRefund(tx, deps.config.shop, { order, refund, at: deps.now() })
}

function isEnd({ before, after }: Change): boolean {
  const status = refunds.statusOf(after)
  return (status === 'succeeded' || status === 'failed') && status !== refunds.statusOf(before)
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
  const order = refund.order_id && (await orders.lock(tx, refund.order_id))
  const calledOff = order && (await refunds.callOff(tx, refund.id, why, now))
  if (!calledOff) return
  await takeOutAgain(tx, order, calledOff, now)
  await tellOfFailure(tx, calledOff, buyerOf(order), now)
  await noteFailed(tx, order, calledOff, now)
  await summarize(tx, order)
}

/** No money went back, so the units did not come back either. Those that somebody has ordered meanwhile stay sold. */
async function takeOutAgain(tx: Writing, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  if (refund.restocked === 0) return
  await stock.lock(tx, order.item_id)
  const isDone = await stock.apply(tx, {
    item_id: order.item_id,
    change: -refund.restocked,
    reason: `Not back from ${formatNumber(order.number)}: the refund was refused`,
    user_id: refund.asked_by,
    created_at: now,
    idempotency_key: null,
  })
  if (!isDone) return
  await orders.addRestocked(tx, order.id, -refund.restocked)
  await refunds.setRestocked(tx, refund.id, 0)
}

const hasFailed = (refund: RefundRow): boolean => refunds.statusOf(refund) === 'failed'

const [soon, late] = [15_000, 6 * 3_600_000]

/** The older it is, the less there is to be seen. */
export const pauseAfter = ({ created_at }: Pick<RefundRow, 'created_at'>, now: number): number =>
  Math.round(Math.min(Math.max((now - created_at) / 2, soon), late))

interface Told {
  /** As it is with this refund. */
  order: OrderRow | undefined
  /** Where there is no order. */
  stray: UnmatchedPaymentRow | undefined
  creditNote: string | undefined
  now: number
}

/** A letter says what is true now: 'on its way back' only when the provider says so. */
async function tell(tx: Writing, refund: RefundRow, told: Told): Promise<void> {
  const { order, stray, creditNote, now } = told
  const about = order ?? stray
  if (!about) return
  const buyer = buyerOf(about)
  const toBuyer = hasFailed(refund) ? refundFailure(buyer, refund) : refundNotice(buyer, refund, order)
  // The provider may know nobody's address for a charge without an order.
  if (buyer.email) await outbox.add(tx, { ...toBuyer, document: creditNote ?? null }, now)
  if (hasFailed(refund)) await tellOfFailure(tx, refund, buyer, now)
  if (order) await (hasFailed(refund) ? noteFailed : noteRefunded)(tx, order, refund, now)
}

async function tellOfFailure(tx: Writing, refund: RefundRow, buyer: Buyer, now: number): Promise<void> {
  for (const admin of await users.listAdmins(tx))
    await outbox.add(tx, refundFailureForAdmin(admin, buyer, refund), now)
}
