import type Stripe from 'stripe'
import type { CardDispute, CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'
import type { StripeConfig } from '../settings/providers.ts'
import type { BreakerLimits } from './breaker.ts'
import {
  type CardEvent,
  type Cards,
  type KnownPayment,
  type ListedPayment,
  type NewCardPayment,
  type NewRefund,
  NothingToRefund,
  type OpenPayment,
  PaymentDisputed,
  PaymentRefused,
  ProviderDown,
} from './cards.ts'
import { hasCode, isServerError, StripeApi } from './stripe-api.ts'
import {
  cardEventOf,
  cut,
  isMailable,
  knownDispute,
  knownRefund,
  listedPayment,
  openPayment,
  orderNotes,
} from './stripe-objects.ts'

/** Stripe's library refuses old signatures, but accepts any from the future. */
const clockSkewSeconds = 300

const pageSize = 100

/** Cards through Stripe's own library. */
export class StripeCards implements Cards {
  readonly #api: StripeApi
  readonly #webhookSecret: string

  constructor(config: StripeConfig, limits?: BreakerLimits, send?: typeof fetch) {
    this.#api = new StripeApi(config, limits, send)
    this.#webhookSecret = config.webhookSecret
  }

  async start(payment: NewCardPayment): Promise<OpenPayment> {
    const { paymentId, shopId, amount, currency, description, email } = payment
    const wanted: Stripe.PaymentIntentCreateParams = {
      amount,
      currency,
      allowed_payment_method_types: ['card'],
      description: cut(description),
      ...(isMailable(email) && { receipt_email: email }),
      metadata: { ...orderNotes(payment), paymentId, shopId },
    }
    const key = { idempotencyKey: `start-${paymentId}` }
    return openPayment(await this.#api.ask(stripe => stripe.paymentIntents.create(wanted, key)))
  }

  async find(intentId: string): Promise<OpenPayment | undefined> {
    try {
      return openPayment(await this.#api.ask(stripe => stripe.paymentIntents.retrieve(intentId)))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async cancel(intentId: string): Promise<KnownPayment | undefined> {
    try {
      return await this.#cancel(intentId)
    } catch (error) {
      // Too late to cancel, or already canceled: the current state decides.
      if (hasCode(error, 'payment_intent_unexpected_state')) return this.find(intentId)
      if (isMissing(error)) return undefined
      if (!(error instanceof ProviderDown && isServerError(error.cause))) throw error
      // The cancellation may have worked before the error. The library uses a new key for every call.
      const now = await this.find(intentId)
      return now?.status === 'open' ? this.#cancel(intentId) : now
    }
  }

  async #cancel(intentId: string): Promise<KnownPayment> {
    return openPayment(await this.#api.ask(stripe => stripe.paymentIntents.cancel(intentId)))
  }

  async declinesOf(intentId: string): Promise<string[]> {
    const wanted = { payment_intent: intentId, limit: pageSize }
    const { data } = await this.#api.ask(stripe => stripe.charges.list(wanted))
    const failed = data.filter(charge => charge.status === 'failed')
    return failed.map(charge => charge.failure_message ?? charge.failure_code ?? '')
  }

  async refund({ intentId, refundId, key, amount }: NewRefund): Promise<CardRefund> {
    const wanted: Stripe.RefundCreateParams = {
      payment_intent: intentId,
      metadata: { refundId },
      ...(amount !== undefined && { amount }),
    }
    try {
      const options = { idempotencyKey: `refund-${key}` }
      return knownRefund(await this.#api.ask(stripe => stripe.refunds.create(wanted, options)))
    } catch (error) {
      if (hasCode(error, 'charge_already_refunded')) throw new NothingToRefund()
      if (hasCode(error, 'charge_disputed')) throw new PaymentDisputed(error)
      throw isMissing(error) ? new PaymentRefused(error) : error
    }
  }

  async refundsOf(intentId: string): Promise<CardRefund[]> {
    const wanted = { payment_intent: intentId }
    const found: CardRefund[] = []
    for await (const refund of this.#all(wanted, (stripe, page) => stripe.refunds.list(page), knownRefund))
      found.push(refund)
    return found
  }

  async disputesOf(intentId: string): Promise<CardDispute[]> {
    const wanted = { payment_intent: intentId, limit: pageSize }
    return (await this.#api.ask(stripe => stripe.disputes.list(wanted))).data.map(knownDispute)
  }

  paymentsSince(moment: number): AsyncIterable<ListedPayment> {
    return this.#all(since(moment), (stripe, page) => stripe.paymentIntents.list(page), listedPayment)
  }

  refundsSince(moment: number): AsyncIterable<CardRefund> {
    return this.#all(since(moment), (stripe, page) => stripe.refunds.list(page), knownRefund)
  }

  disputesSince(moment: number): AsyncIterable<CardDispute> {
    return this.#all(since(moment), (stripe, page) => stripe.disputes.list(page), knownDispute)
  }

  async forgetCustomer(intentId: string): Promise<boolean> {
    try {
      await this.#api.ask(stripe => stripe.paymentIntents.update(intentId, { receipt_email: '' }))
      return true
    } catch (error) {
      if (isMissing(error)) return true
      if (!hasCode(error, 'payment_intent_unexpected_state')) throw error
      return (await this.find(intentId))?.status === 'canceled'
    }
  }

  async readWebhook(body: Buffer, signature: string | undefined): Promise<CardEvent> {
    const stripe = await this.#api.library()
    let event: Stripe.Event
    try {
      event = stripe.webhooks.constructEvent(body, signature ?? '', this.#webhookSecret)
    } catch {
      throw new Refusal('bad_signature', 'This message was not signed by the card provider.')
    }
    const signedAt = Number(/\bt=(\d+)/.exec(signature ?? '')?.[1])
    if (signedAt > Date.now() / 1000 + clockSkewSeconds) {
      throw new Refusal('bad_signature', 'This message was signed in the future.')
    }
    return cardEventOf(event)
  }

  /** All entries of a Stripe list, page by page. */
  async *#all<Wanted extends object, T extends { id: string }, Known>(
    wanted: Wanted,
    list: (stripe: Stripe, page: Wanted & Page) => Promise<Stripe.ApiList<T>>,
    known: (object: T) => Known,
  ): AsyncGenerator<Known> {
    let after: { starting_after?: string } = {}
    for (;;) {
      const page = await this.#api.ask(stripe => list(stripe, { ...wanted, limit: pageSize, ...after }))
      yield* page.data.map(known)
      const last = page.data.at(-1)
      if (!page.has_more || !last) return
      after = { starting_after: last.id }
    }
  }
}

const since = (moment: number) => ({ created: { gte: Math.floor(moment / 1000) } })

interface Page {
  limit: number
  starting_after?: string
}

const isMissing = (error: unknown): boolean => hasCode(error, 'resource_missing')
