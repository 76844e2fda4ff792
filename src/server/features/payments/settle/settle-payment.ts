import { mayHappen, type OrderState, stateOf } from '#domain/order.ts'
import type { PaymentSource } from '#domain/order-event.ts'
import { type Outcome, type OwnPayment, outcomeOf } from '#domain/payment.ts'
import type { Cards, KnownPayment } from '../../../adapters/cards.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'
import { sendRefundsOf } from '../refund/send-refund.ts'
import { takeMoney } from './take-money.ts'

/**
 * The only function that settles the orders of a payment. The page, the webhook and the reconciler call it with the
 * provider's current answer, any number of times and in any order.
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

/** Compares with the previous state, so that each outcome is counted once. */
function count({ metrics }: Deps, outcome: Outcome, { succeeded_at, canceled_at }: PaymentRow): void {
  if (succeeded_at !== null) return
  if (has(outcome, 'keep')) metrics.payments.add('kept')
  if (has(outcome, 'refund')) metrics.payments.add('refund_due')
  if (outcome.kind === 'canceled' && canceled_at === null) metrics.payments.add('canceled')
}

interface Settled {
  outcome: Outcome
  /** The payment before this change. */
  before?: PaymentRow
}

async function settle(tx: Writing, card: KnownPayment, by: PaymentSource, deps: Deps): Promise<Settled> {
  // Money in another currency is given back (outcomeOf), so this process must know which one it is.
  await shopContent.read(tx)
  const found = await paymentOf(tx, card)
  const parts = found ? await paymentOrders.lock(tx, found.id) : []
  // Read again under the lock: another process may have settled it.
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

/** If some orders of a charge are missing, only the rest of it concerns the existing ones (unmatched-payment.ts). */
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
    amount: card.amount - unmatched.amount_minor,
    orderIds: card.orderIds.filter(id => here.has(id)),
  }
}

/** Finds a payment by the provider's id, or by the shop's id if the reply to the start was lost. */
async function paymentOf(tx: Writing, card: KnownPayment): Promise<PaymentRow | undefined> {
  const known = await payments.findByIntent(tx, card.intentId)
  if (known || !card.paymentId) return known
  const started = await payments.find(tx, card.paymentId)
  return started?.intent_id === null ? started : undefined
}

const ownPayment = (
  { id, succeeded_at, canceled_at }: PaymentRow,
  parts: readonly paymentOrders.PaymentPart[],
): OwnPayment => ({
  id,
  isSettled: succeeded_at !== null,
  isStopped: canceled_at !== null,
  orders: parts.map(({ order, amount_minor: amount, delivery_minor, discount_minor }) => ({
    id: order.id,
    state: stateFor(order),
    amount,
    goods: amount - delivery_minor + discount_minor,
    total: order.total_minor,
    transactionId: order.transaction_id,
  })),
})

/** Money for an erased customer is refunded: there is no address to send the order to. */
function stateFor(order: OrderRow): OrderState {
  const state = stateOf(order)
  return order.email === '' && mayHappen('pay', state) ? 'removed' : state
}
