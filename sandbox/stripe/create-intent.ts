import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { cardFor, confirm, refuseRedirects } from './confirm-intent.ts'
import { invalid, required, unexpectedState } from './errors.ts'
import { intentEvent } from './event.ts'
import { createShape, refuseWithoutCard, shippingOf, updateShape } from './intent-shape.ts'
import { refuseAmount, refuseCurrency } from './money.ts'
import { mergedMetadata, type Read, read } from './parameters.ts'
import { newPaymentIntent } from './payment-intent.ts'

export function createIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, createShape)
  const { amount, currency } = moneyOf(asked)
  refuseWithoutCard(asked.allowed_payment_method_types)
  if (asked.automatic_payment_methods && asked.allowed_payment_method_types) throw bothWays
  const card = cardFor(call, asked)
  const intent = newPaymentIntent({
    amount,
    currency,
    allowed: asked.allowed_payment_method_types ?? null,
    automatic: automaticOf(asked),
    captureMethod: asked.capture_method ?? 'automatic_async',
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
  if (asked.confirm) refuseRedirects(call, intent, asked.return_url)
  if (card) call.ledger.saveCard(card)
  call.ledger.save(intent)
  call.ledger.emit(intentEvent('payment_intent.created', intent, call.cause))
  return asked.confirm ? confirm(call, intent, card, asked.error_on_requires_action) : intent
}

const bothWays = invalid(
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

/** Stripe turns automatic payment methods on unless the caller chose. */
function automaticOf(asked: Read<typeof createShape>): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  if (asked.allowed_payment_method_types !== undefined) return null
  const { enabled = true, allow_redirects = 'always' } = asked.automatic_payment_methods ?? {}
  return enabled ? { enabled, allow_redirects } : null
}

const open: string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function updateIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, updateShape)
  const before = call.ledger.intent(call.id)
  refuseWithoutCard(asked.allowed_payment_method_types)
  const currency = asked.currency?.toLowerCase() ?? before.currency
  const amount = asked.amount ?? before.amount
  for (const param of ['amount', 'currency', 'payment_method'] as const) {
    if (asked[param] !== undefined && !open.includes(before.status)) throw closed(param, before)
  }
  refuseCurrency(currency)
  refuseAmount(amount, currency)
  const card = cardFor(call, asked)
  if (card) call.ledger.saveCard(card)
  const after: Stripe.PaymentIntent = {
    ...before,
    allowed_payment_method_types: asked.allowed_payment_method_types ?? before.allowed_payment_method_types,
    amount,
    currency,
    description: asked.description === undefined ? before.description : asked.description,
    metadata: mergedMetadata(before.metadata, asked.metadata),
    receipt_email: asked.receipt_email === undefined ? before.receipt_email : asked.receipt_email,
    setup_future_usage: asked.setup_future_usage ?? before.setup_future_usage,
    shipping: shippingOf(asked.shipping) ?? before.shipping,
    statement_descriptor: asked.statement_descriptor ?? before.statement_descriptor,
    statement_descriptor_suffix: asked.statement_descriptor_suffix ?? before.statement_descriptor_suffix,
    transfer_group: asked.transfer_group ?? before.transfer_group,
    ...(card ? { payment_method: card.method.id, status: 'requires_confirmation', next_action: null } : {}),
  }
  call.ledger.save(after)
  return after
}

function closed(param: string, intent: Stripe.PaymentIntent) {
  return unexpectedState(
    `This PaymentIntent's ${param} could not be updated because it has a status of ${intent.status}. You may only update the ${param} of a PaymentIntent with one of the following statuses: ${open.join(', ')}.`,
    intent,
  )
}
