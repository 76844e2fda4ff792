import { restWithout } from '#domain/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Cards, ListedPayment } from '../../../adapters/cards.ts'
import type { Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as orders from '../../../store/orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'
import * as users from '../../../store/users.ts'
import { syncRefunds } from '../refund/record-refunds.ts'
import { sendRefundsOf } from '../refund/send-refund.ts'
import { cancelPaymentOf } from '../start/cancel-payment.ts'
import { blockOrders } from './block-orders.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * A charge of which the shop has not all orders, as after restoring an older backup. Those that are there are paid with
 * it where the sum allows that; where it does not, they cannot be paid until somebody has settled it. What is of no order
 * is shown to the admins, or refunded where a setting says so: a rehearsed restore must not give a live shop's money
 * away. Answers whether nothing is left to be done.
 */
export async function recordUnmatched(deps: Deps, cards: Cards, payment: ListedPayment): Promise<boolean> {
  const isMatched = await deps.db.write(tx => note(tx, payment, deps))
  if (isMatched) {
    await settlePayment(deps, cards, payment, 'reconciler')
    await syncRefunds(deps, cards, payment.intentId)
  }
  await cancelOtherPayments(deps, cards, payment)
  if (deps.config.unmatchedPayments !== 'refund') return false
  await deps.db.write(tx => giveBack(tx, payment.intentId, deps.now()))
  await sendRefundsOf(deps, cards, payment.intentId)
  return true
}

/** Answers whether the charge is the payment of orders that are there. */
async function note(tx: Writing, payment: ListedPayment, deps: Deps): Promise<boolean> {
  const { intentId, paymentId, amount, currency, email, description, createdAt, orderIds } = payment
  const here = await orders.lockAll(tx, orderIds)
  if (await payments.findByIntent(tx, intentId)) return true
  // What has gone back of it may have been for any of its orders.
  const isWhole = (await refunds.listOf(tx, intentId)).length === 0
  const totals = here.map(({ total_cents }) => total_cents)
  const rest = isWhole ? restWithout(payment, totals) : undefined
  await unmatchedPayments.note(tx, {
    intent_id: intentId,
    amount_cents: rest ?? amount,
    order_ids: JSON.stringify(orderIds),
    email,
    user_id: (email && (await users.findByEmail(tx, email))?.id) || null,
    description,
    charged_at: createdAt,
    found_at: deps.now(),
  })
  if (rest !== undefined)
    await payments.adopt(tx, { id: paymentId ?? intentId, intentId, currency }, here, deps.now())
  await blockOrders(tx, here, deps.now())
  return rest !== undefined
}

async function giveBack(tx: Writing, intentId: string, now: number): Promise<void> {
  const unmatched = await unmatchedPayments.find(tx, intentId)
  const asked = (await refunds.listOf(tx, intentId)).some(({ order_id }) => order_id === null)
  if (!unmatched || asked) return
  const amount = unmatched.amount_cents
  await refunds.add(tx, { paymentId: null, orderId: null, intentId, amount, reason: 'no_order' }, now)
}

/** Payments that were opened before the charge was found: nobody should pay for an order that has been paid already. */
export async function cancelOtherPayments(
  deps: Deps,
  cards: Cards,
  { orderIds }: ListedPayment,
): Promise<void> {
  for (const id of orderIds)
    await cancelPaymentOf(deps, cards, id).catch(error => {
      // The provider is at it or does not answer: the reconciler asks again, and what was paid twice goes back.
      if (!(error instanceof Refusal)) throw error
    })
}
