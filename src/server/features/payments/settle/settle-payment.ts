import { mayHappen, type OrderState, stateOf } from '#domain/order.ts'
import type { PaymentSource } from '#domain/order-event.ts'
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
 * The one function that settles the orders of a payment, called by the page, the webhook and the reconciler with what the
 * provider says now. It may be called once, many times or in any order.
 */
export async function settlePayment(
  deps: Deps,
  cards: Cards,
  card: KnownPayment,
  by: PaymentSource,
): Promise<Outcome> {
  const { outcome, before } = await deps.db.write(tx => settle(tx, card, by, deps))
  if (before) count(deps, outcome, before)
  if (has(outcome, 'refund')) await sendRefundsOf(deps, cards, card.intentId)
  return outcome
}

const has = (outcome: Outcome, what: 'keep' | 'refund'): boolean =>
  outcome.kind === 'paid' && outcome.shares.some(share => share.what === what)

/** Compared with what was known before, so that each outcome is counted once. */
function count({ metrics }: Deps, outcome: Outcome, { succeeded_at, canceled_at }: PaymentRow): void {
  if (succeeded_at !== null) return
  if (has(outcome, 'keep')) metrics.payments.add('kept')
  if (has(outcome, 'refund')) metrics.payments.add('refund_due')
  if (outcome.kind === 'canceled' && canceled_at === null) metrics.payments.add('canceled')
}

interface Settled {
  outcome: Outcome
  /** The payment as it was. */
  before?: PaymentRow
}

async function settle(tx: Writing, card: KnownPayment, by: PaymentSource, deps: Deps): Promise<Settled> {
  const found = await paymentOf(tx, card)
  const parts = found ? await paymentOrders.lock(tx, found.id) : []
  // Read again under the lock: somebody else may have settled it a moment ago.
  const payment = found && (await payments.find(tx, found.id))
  if (!payment) return { outcome: { kind: 'foreign' } }
  await payments.setIntent(tx, payment.id, card.intentId)
  const own = await withoutUnmatched(tx, card, parts)
  const outcome = outcomeOf(ownPayment(payment, parts), own)
  if (outcome.kind === 'canceled') await payments.markCanceled(tx, payment.id, deps.now())
  if (outcome.kind === 'pending') await payments.markChecked(tx, payment.id, deps.now())
  if (outcome.kind !== 'paid' || payment.succeeded_at !== null) return { outcome, before: payment }
  const money = { payment, parts, card: own, by }
  return {
    outcome: { ...outcome, shares: await takeMoney(tx, money, outcome.shares, deps) },
    before: payment,
  }
}

/** Where some orders of a charge are gone, only the rest of it concerns those that are there (unmatched-payment.ts). */
async function withoutUnmatched(
  tx: Writing,
  card: KnownPayment,
  parts: readonly paymentOrders.PaymentPart[],
): Promise<KnownPayment> {
  const unmatched = await unmatchedPayments.find(tx, card.intentId)
  if (!unmatched) return card
  const here = new Set(parts.map(({ order }) => order.id))
  return {
    ...card,
    amount: card.amount - unmatched.amount_cents,
    orderIds: card.orderIds.filter(id => here.has(id)),
  }
}

/** By the provider's id, or by ours, when the provider's answer to our start never arrived. */
async function paymentOf(tx: Writing, card: KnownPayment): Promise<PaymentRow | undefined> {
  const known = await payments.findByIntent(tx, card.intentId)
  if (known || !card.paymentId) return known
  const started = await payments.find(tx, card.paymentId)
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
