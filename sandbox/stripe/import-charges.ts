import type Stripe from 'stripe'
import { newCharge } from './charge.ts'
import { invalid } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { newPaymentIntent } from './payment-intent.ts'
import { type KeptCard, paymentMethodNamed } from './payment-method.ts'
import { newRefund } from './refund.ts'

/** Money that was taken before this sandbox was there, under the ids that the shop knows. Times are in milliseconds. */
export interface PastCharge {
  intentId: string
  amount: number
  currency: string
  at: number
  description: string
  email: string
  metadata: Record<string, string>
  refunds: { id: string; amount: number; at: number }[]
}

/** Writes them down as if they had been made here, each once. Nobody is told: it is long past. */
export function notePast(ledger: Ledger, charges: readonly PastCharge[]): void {
  const known = new Set(ledger.intents().map(({ id }) => id))
  for (const charge of charges) if (!known.has(charge.intentId)) noteOne(ledger, charge)
}

function noteOne(ledger: Ledger, past: PastCharge): void {
  const card = paymentMethodNamed('pm_card_visa')
  if (!card) throw invalid('There is no such test card.')
  const intent = intentOf(past)
  const charge = chargeOf(past, intent, card)
  ledger.saveCard(card)
  ledger.save(charge)
  ledger.save({ ...intent, payment_method: card.method.id, latest_charge: charge.id })
  for (const { id, amount, at } of past.refunds)
    ledger.save({
      ...newRefund({ charge, amount, metadata: {}, reason: 'requested_by_customer', status: 'succeeded' }),
      id,
      created: secondsOf(at),
    })
}

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000)

function intentOf({
  intentId,
  amount,
  currency,
  at,
  description,
  email,
  metadata,
}: PastCharge): Stripe.PaymentIntent {
  const intent = newPaymentIntent({
    amount,
    currency,
    allowed: ['card'],
    automatic: null,
    confirmationMethod: 'automatic',
    description,
    metadata,
    paymentMethod: null,
    receiptEmail: email,
    setupFutureUsage: null,
    shipping: null,
    statementDescriptor: null,
    statementDescriptorSuffix: null,
    threeDSecure: 'automatic',
    transferGroup: null,
  })
  return {
    ...intent,
    id: intentId,
    client_secret: `${intentId}_secret_past`,
    created: secondsOf(at),
    status: 'succeeded',
    amount_received: amount,
  }
}

function chargeOf(past: PastCharge, intent: Stripe.PaymentIntent, { method }: KeptCard): Stripe.Charge {
  const given = past.refunds.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...newCharge({ intent, method, decline: null, authenticated: false }),
    id: intent.id.replace(/^pi_/, 'ch_'),
    created: secondsOf(past.at),
    amount_refunded: given,
    refunded: given === past.amount,
  }
}
