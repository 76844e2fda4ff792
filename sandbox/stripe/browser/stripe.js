// window.Stripe: the card payment part of Stripe.js, for use by the official @stripe/stripe-js and
// @stripe/react-stripe-js.

import { ask } from './ask.js'
import { openChallenge } from './challenge.js'
import { Elements } from './elements.js'
import { IntegrationError } from './frame.js'

const origin = new URL(document.currentScript.src).origin
const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

async function onlyPayments() {
  throw new IntegrationError('The sandbox pays with stripe.confirmPayment() and a Payment Element only.')
}

class StripeJs {
  #key

  constructor(key) {
    this.#key = key
  }

  elements = (options = {}) => new Elements(origin, options, secret => this.#retrieve(secret))
  registerAppInfo = () => {}
  _registerWrapper = () => {}

  retrievePaymentIntent = async clientSecret => {
    const answer = await this.#retrieve(clientSecret)
    return answer.error ? { error: answer.error } : { paymentIntent: answer }
  }

  // The official React wrapper accepts only an object that has these methods.
  createToken = onlyPayments
  createPaymentMethod = onlyPayments
  confirmCardPayment = onlyPayments

  confirmPayment = async ({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
    const secret = clientSecret ?? elements?.options.clientSecret
    const { return_url: returnUrl, payment_method_data: data, ...parameters } = confirmParams
    if (secret === undefined) throw new IntegrationError('stripe.confirmPayment() needs a clientSecret.')
    if (redirect !== 'if_required' && returnUrl === undefined) {
      throw new IntegrationError(
        'stripe.confirmPayment(): the `confirmParams.return_url` argument is required.',
      )
    }
    const appearance = elements?.options.appearance
    const confirmation = { secret, returnUrl, parameters, appearance }
    const answer = await this.#confirmTyped(confirmation, elementOf(elements), data?.billing_details)
    return redirect === 'if_required' || answer.error ? answer : leave(returnUrl, answer.paymentIntent)
  }

  #retrieve(clientSecret) {
    return ask(origin, this.#key, 'GET', `payment_intents/${idIn(clientSecret)}`, {
      client_secret: clientSecret,
    })
  }

  async #confirmTyped(confirmation, element, billingDetails) {
    const parameters = {
      ...confirmation.parameters,
      return_url: confirmation.returnUrl,
      use_stripe_sdk: true,
    }
    const message = {
      type: 'confirm',
      key: this.#key,
      intent: idIn(confirmation.secret),
      clientSecret: confirmation.secret,
    }
    return this.#finish(
      await element.request({ ...message, billingDetails, parameters: plain(parameters) }),
      confirmation,
    )
  }

  /** Runs 3-D Secure if required, then returns the status of the payment. */
  async #finish(intent, { secret, appearance }) {
    if (intent.error) return { error: intent.error }
    if (intent.status !== 'requires_action') return outcomeOf(intent)
    await openChallenge(origin, intent.id, secret, appearance)
    const after = await this.#retrieve(secret)
    if (after.error) return { error: after.error }
    return after.status === 'requires_action' ? { error: failedAuthentication(after) } : outcomeOf(after)
  }
}

const plain = value => JSON.parse(JSON.stringify(value))

function idIn(clientSecret) {
  const id = /^(pi_\w+)_secret_\w+$/.exec(clientSecret)?.[1]
  if (id === undefined)
    throw new IntegrationError('Invalid value for clientSecret: it has the form id_secret_secret.')
  return id
}

function elementOf(elements) {
  const element = elements?.getElement('payment')
  if (!element) throw new IntegrationError('Please pass `elements` with a mounted Payment Element.')
  return element
}

function outcomeOf(intent) {
  if (intent.status === 'canceled') {
    const message = 'This PaymentIntent was canceled, so it can no longer be paid.'
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message }
    return { error: { ...error, payment_intent: intent } }
  }
  if (intent.status !== 'requires_payment_method') return { paymentIntent: intent }
  return { error: failedAuthentication(intent) }
}

function failedAuthentication(intent) {
  const error = intent.last_payment_error ?? {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
  }
  const failed = error.code === 'payment_intent_authentication_failure'
  return { ...error, message: failed ? authenticationFailed : error.message, payment_intent: intent }
}

/** The browser leaves the page, so this never resolves. */
function leave(returnUrl, intent) {
  const address = new URL(returnUrl)
  address.searchParams.set('payment_intent', intent.id)
  address.searchParams.set('payment_intent_client_secret', intent.client_secret)
  address.searchParams.set('redirect_status', intent.status)
  location.assign(address)
  return new Promise(() => {})
}

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Please call Stripe() with your publishable key. You used an invalid value.')
  }
  return new StripeJs(key)
}

// The release that @stripe/stripe-js expects.
Stripe.version = 'endive'
window.Stripe ??= Stripe
