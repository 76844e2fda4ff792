import type Stripe from 'stripe'
import type { StripeConfig } from '../settings/providers.ts'
import { Breaker, type BreakerLimits } from './breaker.ts'
import { PaymentRefused, ProviderBusy, ProviderDown } from './cards.ts'

/** Two tries of this length fit into the 30 seconds after which a visitor is cut off. */
const timeoutMs = 6000
const retries = 1

const defaultLimits: BreakerLimits = { failures: 5, pauseMs: 5000 }

/** Error codes that the callers of `ask` handle themselves. */
const handledCodes = [
  'resource_missing',
  'payment_intent_unexpected_state',
  'charge_already_refunded',
  'charge_disputed',
]

/** Stripe's own library, loaded on first use: it is large, and a shop without payments does not need it. */
export class StripeApi {
  readonly #config: StripeConfig
  readonly #breaker: Breaker
  readonly #send: typeof fetch | undefined
  #loaded: Promise<Stripe> | undefined

  /** `send` carries the requests; by default the library opens connections itself. */
  constructor(config: StripeConfig, limits = defaultLimits, send?: typeof fetch) {
    this.#config = config
    this.#breaker = new Breaker(limits)
    this.#send = send
  }

  /** Makes a call, or fails immediately while the breaker is open. */
  async ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.library()
    if (!this.#breaker.enter()) throw new ProviderDown(new Error('several calls in a row have failed'), false)
    try {
      const answer = await call(stripe)
      this.#breaker.succeeded()
      return answer
    } catch (error) {
      const known = hasCode(error, ...handledCodes)
      // A rate limit is an answer, so it must not stop the calls of others.
      if (known || isFinal(error) || isBusy(error)) this.#breaker.succeeded()
      else this.#breaker.failed()
      if (known) throw error
      if (isBusy(error)) throw new ProviderBusy(error)
      throw isFinal(error) ? new PaymentRefused(error) : new ProviderDown(error, isStoredAnswer(error))
    }
  }

  library(): Promise<Stripe> {
    this.#loaded ??= import('stripe').then(({ default: Library }) => {
      const { hostname, port, protocol } = new URL(this.#config.apiBase)
      const http = protocol === 'http:'
      return new Library(this.#config.secretKey, {
        host: hostname,
        port: port || (http ? 80 : 443),
        protocol: http ? 'http' : 'https',
        timeout: timeoutMs,
        maxNetworkRetries: retries,
        telemetry: false,
        ...(this.#send && { httpClient: Library.createFetchHttpClient(this.#send) }),
      })
    })
    return this.#loaded
  }
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

const typeOf = (error: unknown): unknown =>
  error instanceof Error && 'type' in error ? error.type : undefined

/** The request itself was refused: a retry gives the same result. */
const isFinal = (error: unknown): boolean => typeOf(error) === 'StripeInvalidRequestError'

const isBusy = (error: unknown): boolean => typeOf(error) === 'StripeRateLimitError'

export const isServerError = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && Number(error.statusCode) >= 500

/**
 * Stripe stores the first answer for a key for a day, including its own errors, and marks it when it repeats it. An error
 * without the mark may not be stored: an earlier request with the same key, still on its way, would be carried out. So the
 * same key is used until the mark comes.
 */
const isStoredAnswer = (error: unknown): boolean =>
  (isServerError(error) && isRepeated(error)) ||
  (typeOf(error) === 'StripeIdempotencyError' && !hasCode(error, 'idempotency_key_in_use'))

const isRepeated = (error: unknown): boolean =>
  error instanceof Error &&
  'headers' in error &&
  (error.headers as Record<string, string | undefined>)['idempotent-replayed'] === 'true'
