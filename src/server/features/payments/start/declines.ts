import { customer } from '#domain/order-event.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { Deps } from '../../../deps.ts'
import { refuseSpent } from '../../../limits/rates.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as rateCounters from '../../../store/rate-counters.ts'
import * as timeline from '../../../store/timeline.ts'
import { cancelPayment } from './cancel-payment.ts'

const hour = 3_600_000

/** Many declined cards in a row suggest that stolen cards are being tested. */
const limitsOf = (userId: string, address: string | null): rateCounters.Limit[] => [
  { name: `declined cards of ${userId}`, most: 10, withinMs: hour },
  ...(address ? [{ name: `declined cards from ${address}`, most: 30, withinMs: hour }] : []),
]

/** Throws before a payment starts if too many cards were declined. */
export const checkDeclines = (deps: Deps, userId: string, address: string): Promise<void> =>
  refuseSpent(deps, limitsOf(userId, address), 'Too many cards were declined.')

/**
 * The browser talks to the provider directly, so one payment could test any number of cards: after too many declines it
 * is canceled. The provider knows the count, so lost and repeated webhooks do not matter.
 */
export async function noteDeclines(deps: Deps, cards: Cards, intentId: string): Promise<void> {
  const payment = await payments.findByIntent(deps.db.read, intentId)
  if (!payment) return
  const reasons = await cards.declinesOf(intentId)
  const spent = await deps.db.write(async tx => {
    const parts = await paymentOrders.lock(tx, payment.id)
    const fresh = await payments.noteDeclines(tx, payment.id, reasons.length)
    for (const detail of reasons.slice(0, fresh).toReversed())
      for (const { order } of parts)
        await timeline.add(tx, order.id, { at: deps.now(), what: 'declined', who: customer, detail })
    let isOver = false
    // All orders of a payment belong to one user.
    for (const limit of limitsOf(parts[0]?.order.user_id ?? '', payment.started_from)) {
      for (let i = 0; i < fresh; i++) await rateCounters.count(tx, limit, deps.now())
      if (await rateCounters.spentUntil(tx, limit, deps.now())) isOver = true
    }
    return isOver
  })
  if (spent) await cancelPayment(deps, cards, payment)
}
