import { mayHappen, type OrderState, stateOf } from '#domain/order.ts'
import type { Messenger } from '#domain/order-event.ts'
import { type Outcome, type OwnPayment, outcomeOf } from '#domain/payment.ts'
import type { Cards, KnownPayment } from '../../../adapters/cards.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'
import { sendRefundsOf } from '../refund/send-refund.ts'
import { takeMoney } from './take-money.ts'

/**
 * The one function that settles the orders of a payment, whoever brings the news: the page, the provider's webhook or
 * the reconciler. The news was read from the provider just now; it may come once, many times or in any order.
 */
export async function settlePayment(
  deps: Deps,
  cards: Cards,
  news: KnownPayment,
  by: Messenger,
): Promise<Outcome> {
  const { outcome, before } = await deps.db.write(tx => settle(tx, news, by, deps))
  if (before) count(deps, outcome, before)
  if (has(outcome, 'refund')) await sendRefundsOf(deps, cards, news.intentId)
  return outcome
}

const has = (outcome: Outcome, what: 'keep' | 'refund'): boolean =>
  outcome.news === 'came' && outcome.shares.some(share => share.what === what)

/** By what was known before: each outcome is counted once, however often news of it comes. */
function count({ metrics }: Deps, outcome: Outcome, { succeeded_at, canceled_at }: PaymentRow): void {
  if (succeeded_at !== null) return
  if (has(outcome, 'keep')) metrics.payments.add('kept')
  if (has(outcome, 'refund')) metrics.payments.add('refund_due')
  if (outcome.news === 'over' && canceled_at === null) metrics.payments.add('canceled')
}

interface Settled {
  outcome: Outcome
  /** The payment as it was. */
  before?: PaymentRow
}

async function settle(tx: Writing, news: KnownPayment, by: Messenger, deps: Deps): Promise<Settled> {
  const found = await paymentOf(tx, news)
  const parts = found ? await paymentOrders.lock(tx, found.id) : []
  // Read again under the lock: somebody else may have settled it a moment ago.
  const payment = found && (await payments.find(tx, found.id))
  if (!payment) return { outcome: { news: 'foreign' } }
  await payments.setIntent(tx, payment.id, news.intentId)
  const own = await withoutUnmatched(tx, news, parts)
  const outcome = outcomeOf(ownPayment(payment, parts), own)
  if (outcome.news === 'over') await payments.markCanceled(tx, payment.id, deps.now())
  if (outcome.news === 'wait') await payments.markChecked(tx, payment.id, deps.now())
  if (outcome.news !== 'came' || payment.succeeded_at !== null) return { outcome, before: payment }
  const money = { payment, parts, news: own, by }
  return {
    outcome: { ...outcome, shares: await takeMoney(tx, money, outcome.shares, deps) },
    before: payment,
  }
}

/** Of a charge some of whose orders are gone only the rest concerns those that are there (unmatched-payment.ts). */
async function withoutUnmatched(
  tx: Writing,
  news: KnownPayment,
  parts: readonly paymentOrders.PaymentPart[],
): Promise<KnownPayment> {
  const unmatched = await unmatchedPayments.find(tx, news.intentId)
  if (!unmatched) return news
  const here = new Set(parts.map(({ order }) => order.id))
  return {
    ...news,
    amount: news.amount - unmatched.amount_cents,
    orderIds: news.orderIds.filter(id => here.has(id)),
  }
}

/** By the provider's id, or, when its answer to our start never arrived, by the id of ours that it carries. */
async function paymentOf(tx: Writing, news: KnownPayment): Promise<PaymentRow | undefined> {
  const known = await payments.findByIntent(tx, news.intentId)
  if (known || !news.paymentId) return known
  const started = await payments.find(tx, news.paymentId)
  return started?.intent_id === null ? started : undefined
}

const ownPayment = (
  { id, succeeded_at }: PaymentRow,
  parts: readonly paymentOrders.PaymentPart[],
): OwnPayment => ({
  id,
  isSettled: succeeded_at !== null,
  orders: parts.map(({ order, amount_cents: amount }) => ({
    id: order.id,
    state: stateFor(order),
    total: order.total_cents,
    amount,
    transactionId: order.transaction_id,
  })),
})

/** Money that comes for somebody who was erased goes back: there is nobody to send anything to. */
function stateFor(order: OrderRow): OrderState {
  const state = stateOf(order)
  return order.email === '' && mayHappen('pay', state) ? 'removed' : state
}
