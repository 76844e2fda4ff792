import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { type Context, keys } from '../../sandbox/context.ts'
import { Documents } from '../../sandbox/documents.ts'
import { Ledger } from '../../sandbox/stripe/ledger.ts'
import { stripePart } from '../../sandbox/stripe/part.ts'
import type { Mood, ProviderDesk, ProviderPayment, Random } from '../interfaces.ts'
import { type Server, shopUrl } from './browser.ts'
import { Life, wait } from './clock.ts'
import type { EventLog } from './event-log.ts'

export const cardsUrl = 'https://cards.example'

/** How the shop reaches this provider. */
export const cardSettings = {
  STRIPE_SECRET_KEY: keys.stripeSecret,
  STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
  STRIPE_WEBHOOK_SECRET: keys.stripeWebhook,
  STRIPE_API_BASE: cardsUrl,
  STRIPE_JS_URL: `${cardsUrl}/stripe/v3.js`,
}

type Weights = Mood['provider']

/** The sandbox's card provider, without a socket. */
export class CardProvider {
  readonly #life = new Life('card provider')
  readonly #app: FastifyInstance
  readonly #documents: Documents
  readonly #ledger: Ledger
  readonly #random: Random
  readonly #log: EventLog
  #weights: Weights | undefined
  /** Whom it cannot be reached by. */
  #isDownFor: 'nobody' | 'the shop' | 'everybody' = 'nobody'

  private constructor(
    app: FastifyInstance,
    documents: Documents,
    random: Random,
    weights: Weights,
    log: EventLog,
  ) {
    this.#app = app
    this.#documents = documents
    this.#ledger = new Ledger(documents, () => undefined)
    this.#random = random
    this.#weights = weights
    this.#log = log
  }

  static async open(folder: string, random: Random, weights: Weights, log: EventLog): Promise<CardProvider> {
    const documents = new Documents(join(folder, 'provider', 'sandbox.db'))
    const context: Context = { url: cardsUrl, shopUrl, smtpPort: 0, documents }
    const app = Fastify({ logger: false })
    await app.register(scope => stripePart(scope, context))
    const provider = new CardProvider(app, documents, random, weights, log)
    await provider.#life.run(() => app.ready())
    return provider
  }

  stopFaults(): void {
    this.#weights = undefined
    this.#isDownFor = 'nobody'
  }

  /** For a while the shop cannot reach it, and perhaps nobody can. Buyers who can reach it pay meanwhile. */
  async outage(ms: number): Promise<void> {
    const whom = this.#random.pick(['the shop', 'everybody'] as const)
    this.#isDownFor = whom
    this.#log.fault(`the card provider is down for ${whom} for ${Math.round(ms / 60_000)} minutes`)
    await wait(ms)
    this.#isDownFor = 'nobody'
  }

  /** Answers browsers. */
  readonly serve: Server = request => {
    if (this.#isDownFor === 'everybody') return Promise.reject(new Error('The card provider is down'))
    return this.#inject(request)
  }

  /** Answers the shop, which meets the faults that a mood gives the provider. */
  async serveShop(request: Parameters<Server>[0]): Promise<Awaited<ReturnType<Server>>> {
    if (this.#isDownFor !== 'nobody') throw new Error('The card provider is down')
    const fault = this.#nextFault(request.method)
    if (fault) {
      this.#log.fault(`the card provider answers ${fault} to ${request.method} ${request.url.split('?')[0]}`)
      await this.#inject({
        ...request,
        method: 'PUT',
        url: '/stripe/faults',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ [fault]: 1 }),
      })
    }
    const answer = await this.serve(request)
    this.#checkMoney(request, answer)
    return answer
  }

  /** The shop knows the rules of its provider, and asks for no amount that it refuses. Who refunds by hand may be faster. */
  #checkMoney(
    { method, url }: Parameters<Server>[0],
    { statusCode, body }: Awaited<ReturnType<Server>>,
  ): void {
    if (statusCode !== 400) return
    const { error } = JSON.parse(body) as { error?: { param?: string; message: string } }
    const isAboutMoney = error?.param === 'amount' || error?.param === 'currency'
    if (error && isAboutMoney && !error.message.startsWith('Refund amount'))
      this.#log.complain('amount that cards take', `${method} ${url} is refused: ${error.message}`)
  }

  #nextFault(method: string) {
    const { fail = 0, tooMany = 0 } = this.#weights ?? {}
    if (this.#random.chance(tooMany)) return 'answer429'
    if (method === 'GET') return this.#random.chance(fail) ? 'answer500' : undefined
    // There are far fewer of these.
    if (!this.#random.chance(2 * fail)) return undefined
    return this.#random.pick(['answer500', 'saved500', 'saved500AfterWork'])
  }

  #inject(request: Parameters<Server>[0]): ReturnType<Server> {
    const { payload, ...rest } = request
    // The request begins when its answer is waited for, which must be within this life.
    return this.#life.run(
      async () => await this.#app.inject({ ...rest, ...(payload !== undefined && { payload }) }),
    )
  }

  readonly desk: ProviderDesk = {
    payments: () => this.payments(),
    refund: (payment, amount) => this.#byHand(payment, 'refund', amount),
    dispute: payment => this.#byHand(payment, 'dispute'),
    endDispute: (payment, won) => {
      const dispute = this.#ledger.disputes().find(one => idOf(one.payment_intent) === payment)
      return dispute ? this.#byHand(dispute.id, won ? 'win' : 'lose') : Promise.resolve(false)
    },
  }

  async #byHand(id: string, act: string, amount?: number): Promise<boolean> {
    const answer = await this.#inject({
      method: 'POST',
      url: `/stripe/test/${id}/${act}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ ...(amount !== undefined && { amount }) }),
      remoteAddress: '10.9.9.9',
    })
    return answer.statusCode < 300
  }

  payments(): ProviderPayment[] {
    const refunds = Map.groupBy(this.#ledger.refunds().reverse(), ({ payment_intent: about }) => idOf(about))
    const disputes = Map.groupBy(this.#ledger.disputes().reverse(), ({ payment_intent: about }) =>
      idOf(about),
    )
    return this.#ledger
      .intents()
      .reverse()
      .map(intent => ({
        id: intent.id,
        status: intent.status,
        amount: intent.amount,
        received: intent.amount_received,
        currency: intent.currency,
        metadata: intent.metadata,
        refunds: (refunds.get(intent.id) ?? []).map(refund => ({
          id: refund.id,
          amount: refund.amount,
          status: refund.status ?? '',
          metadata: refund.metadata ?? {},
        })),
        disputes: (disputes.get(intent.id) ?? []).map(({ id, amount, status }) => ({ id, amount, status })),
      }))
  }

  close(): void {
    this.#life.end()
    this.#documents.close()
  }
}

const idOf = (value: string | Stripe.PaymentIntent | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '')
