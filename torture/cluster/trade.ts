import { randomUUID } from 'node:crypto'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { orderOf } from '../../tests/helpers/customers.ts'
import { intentOf } from '../../tests/helpers/paying.ts'
import type { CardProvider } from '../card-provider.ts'
import type { Random } from '../random.ts'
import { pause } from '../scenario.ts'
import type { Shopper } from '../shopper.ts'

export interface People {
  buyers: readonly Shopper[]
  admin: Shopper
  item: Item
}

/** Longer than any fail-over takes. */
const patienceMs = 180_000

/** Not now, or not so fast: the same call again, with the same key. */
const again = new Set([429, 503])

/** Customers who order and pay, an admin who gives some of it back, visitors who look around; and what they were promised. */
export class Trade {
  readonly placed = new Set<string>()
  readonly paid = new Set<string>()
  /** Keys of refunds, and the charges that they are of. */
  readonly refunded = new Map<string, string>()
  /** How often which status was answered, to whom. */
  readonly answers = new Map<string, number>()
  readonly wrong: string[] = []
  #lastOrderAt = 0
  #longestMs = 0
  #isOver = false
  readonly #url: string
  readonly #provider: CardProvider
  readonly #random: Random
  readonly #people: People

  constructor(url: string, provider: CardProvider, people: People, random: Random) {
    this.#url = url
    this.#provider = provider
    this.#people = people
    this.#random = random
  }

  /** Goes on until it is told to stop; then everybody ends what they have begun. */
  async run(): Promise<void> {
    this.#isOver = false
    this.forgetPause()
    const { buyers, item } = this.#people
    const pages = ['/', '/api/items', `/api/items/${item._id}`]
    await Promise.all([
      ...buyers.map(buyer => this.#again(() => this.#purchase(buyer))),
      ...pages.map(path => this.#again(() => this.#look(path))),
    ])
  }

  stop(): void {
    this.#isOver = true
  }

  /** The longest time without an order since it was last forgotten, up to now. */
  get longestPauseMs(): number {
    return Math.max(this.#longestMs, performance.now() - this.#lastOrderAt)
  }

  forgetPause(): void {
    this.#lastOrderAt = performance.now()
    this.#longestMs = 0
  }

  async untilMore(orders: number): Promise<void> {
    const [goal, end] = [this.placed.size + orders, Date.now() + patienceMs]
    while (this.placed.size < goal) {
      if (Date.now() > end) throw new Error('Nobody can order any more')
      await pause(20)
    }
  }

  async #again(step: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await step()
      await pause(this.#random.between(10, 80))
    }
  }

  async #purchase(buyer: Shopper): Promise<void> {
    const { item, admin } = this.#people
    const wish = orderOf(item, buyer.email, 1)
    const order = (await this.#asked(buyer, 201, 'POST', '/booking', wish)) as Order | undefined
    if (!order) return
    this.#noteOrder(order._id)
    const opened = await this.#asked(buyer, 200, 'POST', '/create-payment-intent', order)
    if (!opened) return
    const transactionId = intentOf((opened as { clientSecret: string }).clientSecret)
    await this.#provider.charge(transactionId)
    const payment = { bookingId: order._id, transactionId }
    if (!(await this.#asked(buyer, 200, 'PATCH', `/booking/${order._id}`, payment))) return
    this.paid.add(order._id)
    if (!this.#random.chance(0.3)) return
    const key = randomUUID()
    const refund = { amount: this.#random.between(1, 200) / 100, reason: 'Torture', restock: false }
    if (await this.#asked(admin, 200, 'POST', `/booking/${order._id}/refund`, refund, key))
      this.refunded.set(key, transactionId)
  }

  #noteOrder(id: string): void {
    this.placed.add(id)
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastOrderAt)
    this.#lastOrderAt = now
  }

  /** Asks until there is an answer that counts. Undefined when it is another than hoped for, which is wrong. */
  async #asked(
    who: Shopper,
    hoped: number,
    method: string,
    path: string,
    body: unknown,
    key: string = randomUUID(),
  ): Promise<unknown> {
    for (const end = Date.now() + patienceMs; ; ) {
      const answer = await who.call(this.#url, method, path, body, key)
      this.#count('calls', answer?.status)
      if (answer?.status === hoped) return answer.body ?? true
      if (answer && !again.has(answer.status)) {
        this.wrong.push(`${method} ${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
        return undefined
      }
      if (Date.now() > end) throw new Error(`${method} ${path} has no answer`)
      await pause(this.#random.between(50, 200))
    }
  }

  async #look(path: string): Promise<void> {
    const status = await fetch(this.#url + path).then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => undefined,
    )
    this.#count(path === '/' ? 'pages' : 'lists', status)
    if (status !== undefined && status !== 200 && status !== 503)
      this.wrong.push(`GET ${path} was answered with ${status}`)
  }

  #count(what: string, status: number | undefined): void {
    const name = `${what} ${status ?? 'broken'}`
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
  }
}
