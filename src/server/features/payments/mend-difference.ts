import type { Cards } from '../../adapters/cards.ts'
import type { Deps } from '../../deps.ts'
import * as orders from '../../store/orders.ts'
import * as payments from '../../store/payments.ts'
import * as refunds from '../../store/refunds.ts'
import * as strayPayments from '../../store/stray-payments.ts'
import * as users from '../../store/users.ts'
import type { Difference } from './compare-with-provider.ts'
import { followPayment } from './money-back.ts'
import { refundAtOnce } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Brings the shop's books in line with what the provider has; false where somebody has to look at it. */
export async function mendDifference(deps: Deps, cards: Cards, difference: Difference): Promise<boolean> {
  switch (difference.kind) {
    case 'unnoticed':
      await settlePayment(deps, cards, difference.payment, 'reconciler')
      return true
    case 'unknown_payment':
      await adopt(deps, difference.payment)
      await settlePayment(deps, cards, difference.payment, 'reconciler')
      return true
    case 'money_back':
      await followPayment(deps, cards, difference.intentId)
      return true
    case 'no_order':
      return noteStray(deps, cards, difference.payment)
    case 'missing':
      return false
  }
}

type Found = Extract<Difference, { payment: unknown }>['payment']

const adopt = ({ db, now }: Deps, { intentId, paymentId, orderIds, currency }: Found) =>
  db.write(async tx => {
    const adopted = await orders.lockAll(tx, orderIds)
    await payments.adopt(tx, { id: paymentId ?? intentId, intentId, currency }, adopted, now())
  })

/** Shown to the admins, or refunded where a setting says so: a rehearsed restore must not give a live shop's money away. */
async function noteStray(deps: Deps, cards: Cards, payment: Found): Promise<boolean> {
  const { intentId, amount, email, description, createdAt } = payment
  const isRefunded = deps.config.strayPayments === 'refund'
  await deps.db.write(async tx => {
    await strayPayments.note(tx, {
      intent_id: intentId,
      amount_cents: amount,
      email,
      user_id: (email && (await users.findByEmail(tx, email))?.id) || null,
      description,
      charged_at: createdAt,
      found_at: deps.now(),
    })
    if (isRefunded && (await refunds.listOf(tx, intentId)).length === 0)
      await refunds.add(
        tx,
        { paymentId: null, orderId: null, intentId, amount, reason: 'no_order' },
        deps.now(),
      )
  })
  if (isRefunded) await refundAtOnce(deps, cards, intentId)
  return isRefunded
}
