import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { cardFor, confirm, requireReturnUrl } from './confirm-intent.ts'
import { invalid, required } from './errors.ts'
import { intentEvent } from './event.ts'
import { createShape, refuseWithoutCard, shippingOf } from './intent-shape.ts'
import { refuseAmount, refuseCurrency } from './money.ts'
import { mergedMetadata, type Read, read } from './parameters.ts'
import { newPaymentIntent } from './payment-intent.ts'

export function createIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, createShape)
  const { amount, currency } = moneyOf(asked)
  refuseWithoutCard(asked.allowed_payment_method_types)
  if (asked.automatic_payment_methods && asked.allowed_payment_method_types) throw conflictingMethods
  const card = cardFor(call, asked)
  const intent = newPaymentIntent({
    amount,
    currency,
    allowed: asked.allowed_payment_method_types ?? null,
    automatic: automaticOf(asked),
    confirmationMethod: asked.confirmation_method ?? 'automatic',
    description: asked.description ?? null,
    metadata: mergedMetadata({}, asked.metadata),
    paymentMethod: card?.method.id ?? null,
    receiptEmail: asked.receipt_email ?? null,
    setupFutureUsage: asked.setup_future_usage ?? null,
    shipping: shippingOf(asked.shipping),
    statementDescriptor: asked.statement_descriptor ?? null,
    statementDescriptorSuffix: asked.statement_descriptor_suffix ?? null,
    threeDSecure: asked.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
    transferGroup: asked.transfer_group ?? null,
  })
  if (asked.confirm) requireReturnUrl(call, intent, asked.return_url)
  if (card) call.ledger.saveCard(card)
  call.ledger.save(intent)
  call.ledger.emit(intentEvent('payment_intent.created', intent, call.cause))
  return asked.confirm ? confirm(call, intent, card, asked.error_on_requires_action) : intent
}

const conflictingMethods = invalid(
  'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
  { param: 'allowed_payment_method_types' },
)

function moneyOf(asked: Read<typeof createShape>): { amount: number; currency: string } {
  if (asked.amount === undefined) throw required('amount')
  if (asked.currency === undefined) throw required('currency')
  const currency = asked.currency.toLowerCase()
  refuseCurrency(currency)
  refuseAmount(asked.amount, currency)
  return { amount: asked.amount, currency }
}

/** Stripe enables automatic payment methods by default. */
function automaticOf(asked: Read<typeof createShape>): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  if (asked.allowed_payment_method_types !== undefined) return null
  const { enabled = true, allow_redirects = 'always' } = asked.automatic_payment_methods ?? {}
  return enabled ? { enabled, allow_redirects } : null
}
