import type { Caller } from '#domain/access.ts'
import { mayHappen, noSuchOrder } from '#domain/order.ts'
import { currency } from '#domain/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Cards, type OpenPayment, PaymentRefused, ProviderDown } from '../../adapters/cards.ts'
import type { OrderRow, PaymentRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { limitWrite } from '../../limits/rates.ts'
import * as orders from '../../store/orders.ts'
import * as payments from '../../store/payments.ts'
import * as shopIdentity from '../../store/shop-identity.ts'
import { checkDeclines, noteDeclines } from './declines.ts'
import { sayWhenDown } from './provider-trouble.ts'
import { renewHold } from './renew-hold.ts'
import { settlePayment } from './settle-payment.ts'

/** The provider limits the whole shop: nobody may use that up alone. */
const mostPerHour = 600

const maxTries = 3

export interface Payer {
  orderId: string
  /** Where the buyer is, as an IP address. */
  address: string
}

/** Starts paying for an order, or goes on with it: there is one live payment per order, however often this is asked. */
export async function startPayment(deps: Deps, cards: Cards, caller: Caller, payer: Payer): Promise<string> {
  return sayWhenDown('The card provider does not answer right now. Nothing was charged.', async () => {
    for (let tries = 1; ; tries++) {
      const secret = await tryToStart(deps, cards, caller, payer, tries === maxTries)
      if (secret !== undefined) return secret
    }
  })
}

/** Undefined when this payment is over, and the next one may do. */
async function tryToStart(
  deps: Deps,
  cards: Cards,
  caller: Caller,
  payer: Payer,
  isLast: boolean,
): Promise<string | undefined> {
  await checkDeclines(deps, caller.userId, payer.address)
  const opened = await deps.db.write(tx => openPayment(tx, deps, caller, payer))
  const { payment } = opened
  const started = await startedAt(deps, cards, opened, isLast)
  if (!started) return undefined
  // Its secret leaves the shop only when it is noted: what nobody knows of can always be closed without asking.
  if (!(await deps.db.write(tx => payments.noteIntent(tx, payment.id, started.intentId)))) {
    await cards.cancel(started.intentId)
    if (isLast) throw new Refusal('payment_pending', 'This order is being changed. Please try again.')
    return undefined
  }
  if (started.declined) await noteDeclines(deps, cards, started.intentId)
  if (started.status === 'open') {
    await checkDeclines(deps, caller.userId, payer.address)
    return started.clientSecret
  }
  // The provider is further than we knew: take the news, and start anew when that payment is over.
  const outcome = await settlePayment(deps, cards, { ...started, paymentId: payment.id }, 'page')
  if (outcome === 'over' && !isLast) return undefined
  throw started.status === 'succeeded'
    ? new Refusal('already_paid', 'This order is paid already.')
    : new Refusal('payment_pending', 'A payment for this order is being processed. Please wait a moment.')
}

interface Opened {
  order: OrderRow
  payment: PaymentRow
  shopId: string
}

async function openPayment(
  tx: Writing,
  deps: Deps,
  { userId }: Caller,
  { orderId, address }: Payer,
): Promise<Opened> {
  const order = await orders.lockOwned(tx, orderId, userId)
  if (!order) throw noSuchOrder()
  if (!mayHappen('pay', orders.stateOfRow(order)))
    throw new Refusal('already_paid', 'This order is paid already.')
  await renewHold(tx, deps, order)
  const limit = { name: `payments started by ${userId}`, most: mostPerHour, withinMs: 3_600_000 }
  await limitWrite(tx, limit, deps.now(), 'payments')
  const payment = await payments.open(tx, {
    orderId,
    amount: order.total_cents,
    currency,
    address,
    now: deps.now(),
  })
  return { order, payment, shopId: await shopIdentity.ensure(tx) }
}

/**
 * Never inside a transaction. Starting the same payment again gives the same one: its id is the key. Undefined when it
 * is over: the provider does not know it any more, as after a change of keys, or would only repeat its fault.
 */
async function startedAt(
  deps: Deps,
  cards: Cards,
  { order, payment, shopId }: Opened,
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
      orderId: order.id,
      shopId,
      amount: payment.amount_cents,
      currency: payment.currency,
      description: `${order.quantity} × ${order.item_name}`,
      email: order.email,
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
