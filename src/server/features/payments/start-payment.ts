import type { Caller } from '#domain/access.ts'
import { mayHappen } from '#domain/booking.ts'
import { currency } from '#domain/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Cards, PaymentRefused } from '../../adapters/cards.ts'
import type { BookingRow, PaymentRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { boundWrite } from '../../http/rates.ts'
import * as bookings from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { checkDeclines } from './declines.ts'
import { renewHold } from './renew-hold.ts'
import { settlePayment } from './settle-payment.ts'

/** The provider limits the whole shop: nobody may use that up alone. */
const mostPerHour = 600

export interface Payer {
  bookingId: string
  /** Where the buyer is, as an IP address. */
  address: string
}

/** Starts paying for an order, or goes on with it: there is one live payment per order, however often this is asked. */
export async function startPayment(
  deps: Deps,
  cards: Cards,
  caller: Caller,
  { bookingId, address }: Payer,
): Promise<string> {
  await checkDeclines(deps, caller.userId, address)
  const { booking, payment } = await deps.db.write(tx =>
    openPayment(tx, deps, caller, { bookingId, address }),
  )
  const started = await askProvider(deps, cards, booking, payment)
  if (!started) return startPayment(deps, cards, caller, { bookingId, address })
  await deps.db.write(tx => payments.noteIntent(tx, payment.id, started.id))
  if (started.status === 'open') return started.clientSecret
  // The provider is further than we knew: take the news, and start anew when that payment is over.
  const outcome = await settlePayment(deps, cards, { ...started, paymentId: payment.id })
  if (outcome === 'over') return startPayment(deps, cards, caller, { bookingId, address })
  throw started.status === 'succeeded'
    ? new Refusal('already_paid', 'This order is paid already.')
    : new Refusal('payment_pending', 'A payment for this order is being processed. Please wait a moment.')
}

async function openPayment(tx: Writing, deps: Deps, { userId }: Caller, { bookingId, address }: Payer) {
  const booking = await bookings.lockOwned(tx, bookingId, userId)
  if (!booking) throw new Refusal('not_found', 'There is no such order.')
  if (!mayHappen('pay', bookings.stateOfRow(booking)))
    throw new Refusal('already_paid', 'This order is paid already.')
  await renewHold(tx, deps, booking)
  const limit = { name: `payments started by ${userId}`, most: mostPerHour, withinMs: 3_600_000 }
  await boundWrite(tx, limit, deps.now(), 'payments')
  const payment = await payments.open(tx, {
    bookingId,
    amount: booking.total_cents,
    currency,
    address,
    now: deps.now(),
  })
  return { booking, payment }
}

/**
 * Never inside a transaction. Starting the same payment again gives the same one: its id is the key. Undefined when
 * the provider does not know the payment any more, as after a change of keys: it is over then.
 */
async function askProvider(deps: Deps, cards: Cards, booking: BookingRow, payment: PaymentRow) {
  const close = () => deps.db.write(tx => payments.markCanceled(tx, payment.id, deps.now()))
  if (payment.intent_id) {
    const known = await cards.find(payment.intent_id)
    if (!known) await close()
    return known
  }
  try {
    return await startAt(cards, booking, payment)
  } catch (error) {
    if (error instanceof PaymentRefused) {
      await close()
      deps.metrics.payments.add('refused')
    }
    throw error
  }
}

export const startAt = (cards: Cards, booking: BookingRow, payment: PaymentRow) =>
  cards.start({
    paymentId: payment.id,
    bookingId: booking.id,
    amount: payment.amount_cents,
    currency: payment.currency,
    description: `${booking.quantity} × ${booking.item_name}`,
    email: booking.email,
  })
