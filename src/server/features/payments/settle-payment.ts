import { dollarsOf, formatDollars } from '#domain/money.ts'
import { type Messenger, shopItself } from '#domain/order-event.ts'
import { type Outcome, outcomeOf, refundReasonOf } from '#domain/payment.ts'
import type { RefundReason } from '#domain/refund.ts'
import type { Cards, KnownPayment } from '../../adapters/cards.ts'
import type { OrderRow, PaymentRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as invoices from '../../store/invoices.ts'
import * as items from '../../store/items.ts'
import * as orders from '../../store/orders.ts'
import * as outbox from '../../store/outbox.ts'
import * as payments from '../../store/payments.ts'
import * as refunds from '../../store/refunds.ts'
import * as sales from '../../store/sales.ts'
import * as timeline from '../../store/timeline.ts'
import { receipt } from './letters.ts'
import { refundAtOnce } from './refund-payment.ts'
import { tellAdmins } from './tell-admins.ts'

/**
 * The one function that settles an order, whoever brings the news: the page, the provider's webhook or the
 * reconciler. The news was read from the provider just now; it may come once, many times or in any order.
 */
export async function settlePayment(
  deps: Deps,
  cards: Cards,
  news: KnownPayment,
  by: Messenger,
): Promise<Outcome> {
  const { outcome, payment } = await deps.db.write(async tx => {
    const settled = await settle(tx, { ...news, by }, deps)
    if (settled.outcome === 'keep' && settled.order) await tellAdmins(tx, deps, settled.order, deps.now())
    return settled
  })
  const counted = counts[outcome]
  if (counted && payment && isNews(outcome, payment)) deps.metrics.payments.add(counted)
  if (outcome === 'refund') await refundAtOnce(deps, cards, news.intentId)
  return outcome
}

/** By what was known before: each outcome is counted once, however often news of it comes. */
const isNews = (outcome: Outcome, { succeeded_at, canceled_at }: PaymentRow): boolean =>
  succeeded_at === null && (outcome !== 'over' || canceled_at === null)

const counts: Partial<Record<Outcome, 'kept' | 'refund_due' | 'canceled'>> = {
  keep: 'kept',
  refund: 'refund_due',
  over: 'canceled',
}

interface News extends KnownPayment {
  by: Messenger
}

interface Settled {
  outcome: Outcome
  payment?: PaymentRow
  /** As it was before. */
  order?: OrderRow
}

async function settle(tx: Writing, news: News, deps: Deps): Promise<Settled> {
  const now = deps.now()
  const found = await paymentOf(tx, news)
  const order = found && (await orders.lock(tx, found.booking_id))
  // Read again under the lock: somebody else may have settled it a moment ago.
  const payment = found && (await payments.find(tx, found.id))
  if (!payment || !order) return { outcome: 'foreign' }
  await payments.setIntent(tx, payment.id, news.intentId)
  const paidFor = {
    id: order.id,
    state: orders.stateOfRow(order),
    total: order.total_cents,
    transactionId: order.transaction_id,
  }
  const outcome = outcomeOf(paidFor, news)
  if (outcome === 'over') await payments.markCanceled(tx, payment.id, now)
  if (outcome === 'wait') await payments.markChecked(tx, payment.id, now)
  if (outcome === 'refund') await giveBack(tx, payment, news, refundReasonOf(paidFor), now)
  if (outcome !== 'keep') return { outcome, payment }
  return { outcome: await keep(tx, order, payment, news, deps), payment, order }
}

/** By the provider's id, or, when its answer to our start never arrived, by the id of ours that it carries. */
async function paymentOf(tx: Writing, news: KnownPayment): Promise<PaymentRow | undefined> {
  const known = await payments.findByIntent(tx, news.intentId)
  if (known || !news.paymentId) return known
  const started = await payments.find(tx, news.paymentId)
  return started?.intent_id === null ? started : undefined
}

/** Money that was promised back stays promised: a refund that is due is never turned into a sale. */
async function keep(
  tx: Writing,
  order: OrderRow,
  payment: PaymentRow,
  news: News,
  deps: Deps,
): Promise<Outcome> {
  const now = deps.now()
  if (payment.succeeded_at !== null) return 'refund'
  const lapsed = order.released_at !== null
  if (lapsed && !(await items.holdAgain(tx, order.item_id, order.quantity))) {
    await giveBack(tx, payment, news, 'sold_out', now)
    return 'refund'
  }
  if (lapsed) await timeline.add(tx, order.id, { at: now, what: 'hold_retaken', who: news.by })
  await orders.setPaid(tx, order.id, news.intentId, now)
  await timeline.add(tx, order.id, { at: now, what: 'paid', who: news.by, detail: news.intentId })
  await payments.markSucceeded(tx, payment.id, news.amount, now)
  await payments.markKept(tx, payment.id, now)
  await outbox.add(tx, receipt(order, news.intentId), now)
  // The last of all: until the transaction ends, every other payment waits for its number, and for these sums.
  await invoices.issueInvoice(tx, deps.config.shop, { order, transactionId: news.intentId, at: now })
  await sales.noteSale(tx, order, now)
  // Somebody at the provider may have given money back before the shop knew that it had come.
  for (const refund of await refunds.listOf(tx, news.intentId))
    await sales.noteRefund(tx, { kept_at: now }, undefined, refund)
  return 'keep'
}

/** The money has come and is due to go back, from this transaction on. */
async function giveBack(
  tx: Writing,
  payment: PaymentRow,
  { intentId, amount }: KnownPayment,
  reason: RefundReason,
  now: number,
): Promise<void> {
  if (payment.succeeded_at !== null) return
  await payments.markSucceeded(tx, payment.id, amount, now)
  const { id: paymentId, booking_id: orderId } = payment
  await refunds.add(tx, { paymentId, orderId, intentId, amount, reason }, now)
  const detail = formatDollars(dollarsOf(amount))
  await timeline.add(tx, payment.booking_id, { at: now, what: 'refund_asked', who: shopItself, detail })
}
