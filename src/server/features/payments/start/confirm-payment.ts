import type { Order } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { isNotedId } from '#domain/noted-payment.ts'
import { noSuchOrder } from '#domain/order.ts'
import type { Outcome, Share } from '#domain/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { Deps } from '../../../deps.ts'
import { refuseSpent } from '../../../limits/rates.ts'
import * as orders from '../../../store/orders.ts'
import * as rateCounters from '../../../store/rate-counters.ts'
import * as refunds from '../../../store/refunds.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { explainOutage } from './provider-outage.ts'

const mismatch = () => new Refusal('payment_mismatch', 'This is not a payment for this order.')

/** The card may have been charged; only the provider's answer tells. */
const maybeCharged = (doesWhat: string): string =>
  `The card provider ${doesWhat} right now. If your card was charged, the order will show as Paid by itself. Please do not pay again.`

/** Each call asks the provider, so it is limited. The first report of a payment does not count. */
const limitOf = (userId: string): rateCounters.Limit => ({
  name: `payments claimed by ${userId}`,
  most: 300,
  withinMs: 3_600_000,
})

interface Claim {
  bookingId: string
  transactionId: string
}

/** The page reports that the card was charged; the provider confirms or denies it. */
export async function confirmPayment(
  deps: Deps,
  cards: Cards,
  { userId }: Caller,
  claim: Claim,
): Promise<Order> {
  const own = () => orders.findOwned(deps.db.read, claim.bookingId, userId)
  if (!(await own())) throw noSuchOrder()
  if (isNotedId(claim.transactionId)) throw mismatch()
  await refuseSpent(deps, [limitOf(userId)], 'Too many payments were claimed.')
  const payment = await explainOutage(maybeCharged, () => cards.find(claim.transactionId))
  const isOurs = payment?.orderIds.includes(claim.bookingId) === true
  const outcome = isOurs ? await settlePayment(deps, cards, payment, 'page') : undefined
  const what = outcome && outcomeForOrder(outcome, claim.bookingId)
  if (what !== 'keep') await deps.db.write(tx => rateCounters.count(tx, limitOf(userId), deps.now()))
  const order = await own()
  switch (what) {
    case 'keep':
    case 'already_kept':
      if (order) return orders.toOrder(order)
      throw noSuchOrder()
    case 'refund':
      throw new Refusal('payment_refunded', await refundDetail(deps, claim))
    case 'pending':
      throw new Refusal('payment_pending', 'The payment is not completed yet.')
    default:
      throw mismatch()
  }
}

/** The outcome for one of the orders. */
const outcomeForOrder = (outcome: Outcome, orderId: string): Share['what'] | Outcome['kind'] =>
  outcome.kind === 'paid'
    ? (outcome.shares.find(share => share.orderId === orderId)?.what ?? 'foreign')
    : outcome.kind

async function refundDetail({ db }: Deps, { bookingId, transactionId }: Claim): Promise<string> {
  const given = await refunds.listOf(db.read, transactionId)
  return given.some(refund => refund.order_id === bookingId && refund.failed_at !== null)
    ? 'We could not accept this payment, and your bank declined the refund. We know about it and will write to you.'
    : 'We could not accept this payment, so we are refunding your card.'
}
