import type Stripe from 'stripe'
import type { CardPayment } from '#domain/payment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { StripeConfig } from '../providers.ts'
import {
  type CardNews,
  type Cards,
  type KnownPayment,
  type NewCardPayment,
  PaymentRefused,
  type StartedPayment,
} from './cards.ts'

const patienceMs = 10_000
/** Stripe's library refuses old signatures, but accepts any from the future. */
const clockSkewSeconds = 300

const statuses: Partial<Record<string, CardPayment['status']>> = {
  canceled: 'canceled',
  processing: 'processing',
  succeeded: 'succeeded',
}

function known(intent: Stripe.PaymentIntent): KnownPayment & { clientSecret: string } {
  return {
    id: intent.id,
    status: statuses[intent.status] ?? 'open',
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    bookingId: intent.metadata.bookingId,
    paymentId: intent.metadata.paymentId,
    clientSecret: intent.client_secret ?? '',
  }
}

/** Cards through Stripe's own library; its words stay in this file. */
export class StripeCards implements Cards {
  readonly #config: StripeConfig
  #loaded: Promise<Stripe> | undefined

  constructor(config: StripeConfig) {
    this.#config = config
  }

  async start(payment: NewCardPayment): Promise<StartedPayment> {
    const intent = await this.#ask(stripe =>
      stripe.paymentIntents.create(
        {
          amount: payment.amount,
          currency: payment.currency,
          allowed_payment_method_types: ['card'],
          description: payment.description,
          receipt_email: payment.email,
          metadata: { bookingId: payment.bookingId, paymentId: payment.paymentId },
        },
        { idempotencyKey: `start-${payment.paymentId}` },
      ),
    )
    return known(intent)
  }

  async find(intentId: string): Promise<(KnownPayment & { clientSecret: string }) | undefined> {
    try {
      return known(await this.#ask(stripe => stripe.paymentIntents.retrieve(intentId)))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async cancel(intentId: string): Promise<KnownPayment | undefined> {
    try {
      return known(await this.#ask(stripe => stripe.paymentIntents.cancel(intentId)))
    } catch (error) {
      // Too late to cancel, or cancelled already: what it is now decides.
      if (hasCode(error, 'payment_intent_unexpected_state')) return this.find(intentId)
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async refund(intentId: string, paymentId: string): Promise<string> {
    try {
      const key = { idempotencyKey: `refund-${paymentId}` }
      const refund = await this.#ask(stripe => stripe.refunds.create({ payment_intent: intentId }, key))
      return refund.id
    } catch (error) {
      const earlier = hasCode(error, 'charge_already_refunded') ? await this.#refundOf(intentId) : undefined
      if (!earlier) throw error
      return earlier
    }
  }

  async readNews(body: Buffer, signature: string | undefined): Promise<CardNews> {
    const stripe = await this.#stripe()
    let event: Stripe.Event
    try {
      event = stripe.webhooks.constructEvent(body, signature ?? '', this.#config.webhookSecret)
    } catch {
      throw new Refusal('bad_signature', 'This message was not signed by the card provider.')
    }
    const signedAt = Number(/\bt=(\d+)/.exec(signature ?? '')?.[1])
    if (signedAt > Date.now() / 1000 + clockSkewSeconds) {
      throw new Refusal('bad_signature', 'This message was signed in the future.')
    }
    return {
      eventId: event.id,
      type: event.type,
      intentId: intentOf(event),
      declined: event.type === 'payment_intent.payment_failed',
    }
  }

  async #refundOf(intentId: string): Promise<string | undefined> {
    const { data } = await this.#ask(stripe => stripe.refunds.list({ payment_intent: intentId, limit: 1 }))
    return data[0]?.id
  }

  async #ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.#stripe()
    try {
      return await call(stripe)
    } catch (error) {
      if (isMissing(error) || hasCode(error, 'payment_intent_unexpected_state', 'charge_already_refunded'))
        throw error
      throw isFinal(error) ? new PaymentRefused(error) : new ProviderDown(error)
    }
  }

  /** Loaded on first use: it is large, and a shop that is only looked at does not need it. */
  #stripe(): Promise<Stripe> {
    this.#loaded ??= import('stripe').then(({ default: Library }) => {
      const { hostname, port, protocol } = new URL(this.#config.apiBase)
      const http = protocol === 'http:'
      return new Library(this.#config.secretKey, {
        host: hostname,
        port: port || (http ? 80 : 443),
        protocol: http ? 'http' : 'https',
        timeout: patienceMs,
        maxNetworkRetries: 2,
        telemetry: false,
      })
    })
    return this.#loaded
  }
}

/** The provider did not answer, or not as it should: paying can be tried again, nothing else is affected. */
class ProviderDown extends Refusal {
  constructor(cause: unknown) {
    super(
      'provider_failed',
      'The card provider does not answer right now. Nothing was charged; please try again in a moment.',
      {
        retryAfter: 5,
      },
    )
    this.cause = cause
  }
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** The request itself was refused: asking again gives the same answer. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'

const isMissing = (error: unknown): boolean => hasCode(error, 'resource_missing')

function intentOf({ data, type }: Stripe.Event): string | undefined {
  const object = data.object as {
    object?: string
    id?: string
    payment_intent?: string | { id: string } | null
  }
  if (type.startsWith('payment_intent.')) return object.id
  const intent = object.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? undefined)
}
