import type Stripe from 'stripe'
import { newCharge } from './charge.ts'
import { invalid } from './errors.ts'
import type { Ledger } from './ledger.ts'
import { newPaymentIntent } from './payment-intent.ts'
import { paymentMethodNamed, type SavedCard } from './payment-method.ts'
import { newRefund } from './refund.ts'

/** A charge from before this sandbox existed, with the shop's ids. Times are in milliseconds. */
export interface ImportedCharge {
  intentId: string
  amount: number
  currency: string
  at: number
  description: string
  email: string
  metadata: Record<string, string>
  refunds: { id: string; amount: number; at: number }[]
}

/** Saves charges as if they had been made here, each once, without events. */
export function importCharges(ledger: Ledger, charges: readonly ImportedCharge[]): void {
  const known = new Set(ledger.intents().map(({ id }) => id))
  for (const charge of charges) if (!known.has(charge.intentId)) importOne(ledger, charge)
}

function importOne(ledger: Ledger, imported: ImportedCharge): void {
  const card = paymentMethodNamed('pm_card_visa')
  if (!card) throw invalid('There is no such test card.')
  const intent = intentOf(imported)
  const charge = chargeOf(imported, intent, card)
  ledger.saveCard(card)
  ledger.save(charge)
  ledger.save({ ...intent, payment_method: card.method.id, latest_charge: charge.id })
  for (const { id, amount, at } of imported.refunds)
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
}: ImportedCharge): Stripe.PaymentIntent {
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

function chargeOf(
  imported: ImportedCharge,
  intent: Stripe.PaymentIntent,
  { method }: SavedCard,
): Stripe.Charge {
  const refunded = imported.refunds.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...newCharge({ intent, method, decline: null, authenticated: false }),
    id: intent.id.replace(/^pi_/, 'ch_'),
    created: secondsOf(imported.at),
    amount_refunded: refunded,
    refunded: refunded === imported.amount,
  }
}
