import type { Mood, Random } from '../interfaces.ts'
import { type Response as Answer, type Arriving, type Server, shopUrl } from './browser.ts'
import { type CardProvider, cardsUrl } from './card-provider.ts'
import { Life, wait } from './clock.ts'
import type { EventLog } from './event-log.ts'
import type { Network } from './network.ts'

const arrivingOf = (input: Parameters<typeof fetch>[0], init: RequestInit | undefined, origin: string) =>
  ({
    method: (init?.method ?? 'GET') as Arriving['method'],
    url: String(input).slice(origin.length),
    headers: Object.fromEntries(new Headers(init?.headers)),
    payload: init?.body ? String(init.body) : undefined,
    remoteAddress: '10.0.0.1',
  }) satisfies Arriving

const lost = () => new TypeError('fetch failed')

/** What the shop's client of the card provider sends its requests with. */
export function wireToProvider(network: Network, provider: CardProvider): typeof fetch {
  return async (input, init) => {
    const request = arrivingOf(input, init, cardsUrl)
    const what = `${request.method} ${request.url.split('?', 1)[0]} of the shop`
    const deliver = () => provider.serveShop(request).catch(() => 'lost' as const)
    const answer = await untilAborted(network.carry(what, deliver, 'server'), init?.signal)
    if (answer === 'lost') throw lost()
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(answer.body, { status: answer.statusCode, headers })
  }
}

/** Carries the card provider's webhooks: doubled, and some of them hours late. What is sent again comes at once. */
export class WebhookWire {
  readonly #life = new Life('webhooks')
  readonly #network: Network
  readonly #serve: Server
  readonly #random: Random
  readonly #log: EventLog
  readonly #sent = new Set<string>()
  #weights: Mood['provider'] | undefined

  constructor(network: Network, serve: Server, random: Random, weights: Mood['provider'], log: EventLog) {
    this.#network = network
    this.#serve = serve
    this.#random = random
    this.#weights = weights
    this.#log = log
  }

  stopFaults(): void {
    this.#weights = undefined
  }

  readonly send: typeof fetch = async (input, init) => {
    const request = arrivingOf(input, init, shopUrl)
    const { id, type } = JSON.parse(request.payload ?? '{}') as Record<string, string>
    const { lateWebhook = 0, doubleWebhook = 0 } = this.#isNew(String(id)) ? (this.#weights ?? {}) : {}
    const deliver = () => this.#serve(request).catch(() => 'lost' as const)
    const carry = () => this.#network.carry<Answer | 'lost'>(`the webhook ${type}`, deliver, 'server')
    if (this.#random.chance(doubleWebhook)) {
      this.#log.fault(`the webhook ${type} comes twice`)
      void this.#later(carry)
    }
    const isLate = this.#random.chance(lateWebhook)
    if (isLate) this.#log.fault(`the webhook ${type} is late`)
    const answer = await untilAborted(isLate ? this.#later(carry) : carry(), init?.signal)
    if (answer === 'lost') throw lost()
    return new Response(null, { status: answer.statusCode })
  }

  #isNew(event: string): boolean {
    const { size } = this.#sent
    return this.#sent.add(event).size > size
  }

  #later<T>(carry: () => Promise<T>): Promise<T> {
    const ms = this.#random.whole(0, this.#random.chance(0.3) ? 10_800_000 : 30_000)
    return this.#life.run(async () => {
      await wait(ms)
      return carry()
    })
  }
}

/** Who sent a request may give it up. It arrives all the same. */
function untilAborted<T>(carried: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return carried
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    carried.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
