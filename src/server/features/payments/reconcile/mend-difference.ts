import { priceAsAgreed } from '#domain/price.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { Deps } from '../../../deps.ts'
import * as orders from '../../../store/orders.ts'
import * as payments from '../../../store/payments.ts'
import { syncRefunds } from '../refund/record-refunds.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { cancelOtherPayments, recordUnmatched } from '../settle/unmatched-payment.ts'
import type { Difference } from './compare-with-provider.ts'

/** Updates the shop's books to match the provider. Returns false if a person has to decide. */
export async function mendDifference(deps: Deps, cards: Cards, difference: Difference): Promise<boolean> {
  switch (difference.kind) {
    case 'unrecorded':
      await settlePayment(deps, cards, difference.payment, 'reconciler')
      return true
    case 'unknown_payment':
      await adopt(deps, difference.payment)
      await settlePayment(deps, cards, difference.payment, 'reconciler')
      await cancelOtherPayments(deps, cards, difference.payment)
      return true
    case 'refund':
      await syncRefunds(deps, cards, difference.intentId)
      return true
    case 'no_order':
      return recordUnmatched(deps, cards, difference.payment)
    case 'missing':
      return false
  }
}

type Found = Extract<Difference, { payment: unknown }>['payment']

const adopt = ({ db, now }: Deps, { intentId, paymentId, orderIds, currency, voucher, ...extras }: Found) =>
  db.write(async tx => {
    const adopted = await orders.lockAll(tx, orderIds)
    const price = priceAsAgreed(adopted.map(orders.toPriced), extras)
    const charged = { orderIds: adopted.map(({ id }) => id), price, voucher }
    await payments.adopt(tx, { id: paymentId ?? intentId, intentId, currency }, charged, now())
  })
