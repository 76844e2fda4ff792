import { remainderAfter } from '#domain/payment.ts'
import { priceOf } from '#domain/price.ts'
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
 * Records a charge for orders that the shop lacks, as after restoring an older backup. It pays the orders that exist if
 * the sum matches; otherwise they cannot be paid until a person has settled it. The unmatched part is shown to admins.
 * It is refunded only if a setting says so, because a rehearsed restore must not refund a live shop's money. Returns
 * true if nothing is left to do.
 */
export async function recordUnmatched(deps: Deps, cards: Cards, payment: ListedPayment): Promise<boolean> {
  const isMatched = await deps.db.write(tx => recordCharge(tx, payment, deps))
  if (isMatched) {
    await settlePayment(deps, cards, payment, 'reconciler')
    await syncRefunds(deps, cards, payment.intentId)
  }
  await cancelOtherPayments(deps, cards, payment)
  if (deps.config.unmatchedPayments !== 'refund') return false
  await deps.db.write(tx => addRefund(tx, payment.intentId, deps.now()))
  await sendRefundsOf(deps, cards, payment.intentId)
  return true
}

/** Returns whether the charge pays existing orders. */
async function recordCharge(tx: Writing, payment: ListedPayment, deps: Deps): Promise<boolean> {
  const { intentId, paymentId, amount, currency, email, description, createdAt, orderIds } = payment
  const here = await orders.lockAll(tx, orderIds)
  if (await payments.findByIntent(tx, intentId)) return true
  // An earlier refund may have been for any of its orders.
  const isWhole = (await refunds.listOf(tx, intentId)).length === 0
  const price = priceOf(here.map(orders.toPriced))
  const rest = isWhole ? remainderAfter(payment, price.parts) : undefined
  await unmatchedPayments.note(tx, {
    intent_id: intentId,
    amount_minor: rest ?? amount,
    order_ids: JSON.stringify(orderIds),
    email,
    user_id: (email && (await users.findByEmail(tx, email))?.id) || null,
    description,
    charged_at: createdAt,
    found_at: deps.now(),
  })
  if (rest !== undefined)
    await payments.adopt(
      tx,
      { id: paymentId ?? intentId, intentId, currency },
      { orderIds: here.map(({ id }) => id), price, voucher: '' },
      deps.now(),
    )
  await blockOrders(tx, here, deps.now())
  return rest !== undefined
}

async function addRefund(tx: Writing, intentId: string, now: number): Promise<void> {
  const unmatched = await unmatchedPayments.find(tx, intentId)
  const asked = (await refunds.listOf(tx, intentId)).some(({ order_id }) => order_id === null)
  if (!unmatched || asked) return
  const { intent_id, amount_minor } = unmatched
  const refund = { payment_id: null, order_id: null, intent_id, amount_minor, reason: 'no_order' } as const
  await refunds.add(tx, refund, now)
}

/** Cancels payments that were opened before the charge was found, so that no order is paid twice. */
export async function cancelOtherPayments(
  deps: Deps,
  cards: Cards,
  { orderIds }: ListedPayment,
): Promise<void> {
  for (const id of orderIds)
    await cancelPaymentOf(deps, cards, id).catch(error => {
      // The provider is busy or down: the reconciler retries, and a duplicate payment is refunded.
      if (!(error instanceof Refusal)) throw error
    })
}
