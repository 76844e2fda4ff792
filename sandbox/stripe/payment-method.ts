import type Stripe from 'stripe'
import { withNullFields } from './address.ts'
import { type Behaviour, cardNamed, cardNumbered, passesLuhn, type TestCard } from './cards.ts'
import { invalid, required, StripeRefusal } from './errors.ts'
import { newId, seconds } from './ids.ts'
import { group, integer, metadata, oneOf, type Read, text, unsettable } from './parameters.ts'

const address = group({
  city: unsettable,
  country: unsettable,
  line1: unsettable,
  line2: unsettable,
  postal_code: unsettable,
  state: unsettable,
})

export const paymentMethodShape = {
  type: oneOf('card'),
  card: group({ number: text, exp_month: integer, exp_year: integer, cvc: text }),
  billing_details: group({ address, email: unsettable, name: unsettable, phone: unsettable, tax_id: text }),
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  metadata,
}

type PaymentMethodRequest = Read<typeof paymentMethodShape>

/** A saved card: brand, last four digits, expiry, and its test behaviour. */
export interface SavedCard {
  method: Stripe.PaymentMethod
  behaviour: Behaviour
}

/** Validates the number and the security code, which are never stored or logged. */
export function paymentMethodOf(request: PaymentMethodRequest, publishable: boolean): SavedCard {
  if (request.type === undefined) throw required('type')
  const { number, exp_month: month, exp_year: year, cvc } = request.card ?? {}
  if (number === undefined) throw required('card[number]')
  if (!publishable) throw rawNumber
  if (month === undefined) throw required('card[exp_month]')
  if (year === undefined) throw required('card[exp_year]')
  const card = findTestCard(number.replaceAll(' ', ''))
  refuseBadDetails(card, month, year, cvc)
  return kept(card, month, year < 100 ? 2000 + year : year, request)
}

/** A test card by token, such as pm_card_visa. */
export function paymentMethodNamed(token: string): SavedCard | undefined {
  const card = cardNamed(token)
  return card && kept(card, 12, new Date().getFullYear() + 3, {})
}

const rawNumber = invalid(
  'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
  {},
  402,
)

function cardError(code: string, message: string, param: string, declineCode?: string): StripeRefusal {
  const reason = declineCode === undefined ? {} : { decline_code: declineCode }
  return new StripeRefusal(402, { type: 'card_error', code, message, param, ...reason })
}

function findTestCard(number: string): TestCard {
  if (!/^\d+$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const card = cardNumbered(number)
  if (card) return card
  throw cardError(
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    'number',
    'test_mode_live_card',
  )
}

function refuseBadDetails(card: TestCard, month: number, year: number, cvc: string | undefined): void {
  if (month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const now = new Date()
  const fullYear = year < 100 ? 2000 + year : year
  const behind = fullYear * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
  if (behind || fullYear > now.getFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  const length = card.brand === 'amex' ? 4 : 3
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === length)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
}

function kept(card: TestCard, month: number, year: number, request: PaymentMethodRequest): SavedCard {
  return { method: paymentMethod(card, month, year, request), behaviour: card.behaviour }
}

function paymentMethod(
  card: TestCard,
  month: number,
  year: number,
  request: PaymentMethodRequest,
): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: request.allow_redisplay ?? 'unspecified',
    billing_details: billingDetails(request.billing_details),
    card: cardOf(card, month, year),
    created: seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: Object.fromEntries(request.metadata ?? []),
    type: 'card',
  }
}

function cardOf(card: TestCard, month: number, year: number): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: 'US',
    display_brand: card.brand,
    exp_month: month,
    exp_year: year,
    funding: 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function billingDetails(given: PaymentMethodRequest['billing_details']): Stripe.PaymentMethod.BillingDetails {
  return {
    address: withNullFields(given?.address),
    email: given?.email ?? null,
    name: given?.name ?? null,
    phone: given?.phone ?? null,
    tax_id: given?.tax_id ?? null,
  }
}
