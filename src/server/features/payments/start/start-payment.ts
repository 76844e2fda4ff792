import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import type { Caller } from '#domain/access.ts'
import { shopCurrency } from '#domain/currency.ts'
import { type Minor, majorOf } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Cards, type OpenPayment, PaymentRefused, ProviderDown } from '../../../adapters/cards.ts'
import type { Deps } from '../../../deps.ts'
import * as payments from '../../../store/payments.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { checkDeclines, noteDeclines } from './declines.ts'
import { describeOrders, type Opened, openPayment, type Payer, type Terms } from './open-payment.ts'
import { explainOutage } from './provider-outage.ts'
import { concurrentChange } from './without-live-payments.ts'

const maxTries = 3

interface StartedPayment {
  /** Empty if a voucher leaves nothing to pay. */
  clientSecret: string
  /** In major units. */
  amount: number
  /** How much of that is delivery. */
  delivery: number
  /** How much a voucher took off. */
  discount: number
  deliveryPrice: SentDeliveryPrice
  currency: string
}

/**
 * Starts or resumes paying for orders. Each order has one live payment, however often this is called, and the same
 * orders share the same payment.
 */
export async function startPayment(
  deps: Deps,
  cards: Cards,
  caller: Caller,
  payer: Payer,
): Promise<StartedPayment> {
  const words = (doesWhat: string) => `The card provider ${doesWhat} right now. Nothing was charged.`
  return explainOutage(words, async () => {
    for (let tries = 1; ; tries++) {
      const started = await tryToStart(deps, cards, caller, payer, tries === maxTries)
      if (started !== undefined) return started
    }
  })
}

const toStarted = (
  clientSecret: string,
  amount: Minor,
  { extras, deliveryPrice }: Terms,
): StartedPayment => ({
  clientSecret,
  amount: majorOf(amount),
  delivery: majorOf(extras.delivery),
  discount: majorOf(extras.discount),
  deliveryPrice,
  currency: shopCurrency().code,
})

/** Undefined if this payment has ended and a new one may be started. */
async function tryToStart(
  deps: Deps,
  cards: Cards,
  caller: Caller,
  payer: Payer,
  isLast: boolean,
): Promise<StartedPayment | undefined> {
  await checkDeclines(deps, caller.userId, payer.visitor.address)
  const opened = await openPayment(deps, cards, caller, payer)
  if ('isCovered' in opened) return toStarted('', 0, opened)
  const { payment } = opened
  const started = await startAtProvider(deps, cards, opened, isLast)
  if (!started) return undefined
  // The client secret is returned only after the payment was recorded: an unrecorded one can be closed without asking
  // the provider.
  if (!(await deps.db.write(tx => payments.noteIntent(tx, payment.id, started.intentId)))) {
    await cards.cancel(started.intentId)
    if (isLast) throw concurrentChange()
    return undefined
  }
  if (started.declined) await noteDeclines(deps, cards, started.intentId)
  if (started.status === 'open') {
    await checkDeclines(deps, caller.userId, payer.visitor.address)
    return toStarted(started.clientSecret, payment.amount_minor, opened)
  }
  // The provider's status is newer: settle this payment, and start another if it was canceled.
  const { kind } = await settlePayment(deps, cards, started, 'page')
  if (kind === 'canceled' && !isLast) return undefined
  throw started.status === 'succeeded'
    ? new Refusal('already_paid', 'This order is already paid.')
    : new Refusal('payment_pending', 'A payment for this order is being processed. Please wait a moment.')
}

/**
 * Never inside a transaction. Repeating the call returns the same payment, because its id is the key. Returns undefined
 * if it has ended: the provider no longer knows it, as after a change of keys, or repeats a stored error.
 */
async function startAtProvider(
  deps: Deps,
  cards: Cards,
  { orders, payment, extras, shopId }: Opened,
  isLast: boolean,
): Promise<OpenPayment | undefined> {
  if (payment.intent_id) {
    const known = await cards.find(payment.intent_id)
    if (!known) await deps.db.write(tx => payments.markCanceled(tx, payment.id, deps.now()))
    return known
  }
  try {
    return await cards.start({
      paymentId: payment.id,
      orderIds: orders.map(({ id }) => id),
      shopId,
      amount: payment.amount_minor,
      ...extras,
      voucher: payment.voucher,
      currency: payment.currency,
      description: describeOrders(orders),
      email: orders[0]?.email ?? '',
    })
  } catch (error) {
    const isSpent = error instanceof ProviderDown && error.keyIsSpent
    if (isSpent || error instanceof PaymentRefused)
      await deps.db.write(tx => payments.closeUnstarted(tx, payment.id, deps.now()))
    if (error instanceof PaymentRefused) deps.metrics.payments.add('refused')
    if (!isSpent || isLast) throw error
    return undefined
  }
}
