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

/** After these statuses the same call is made again, with the same idempotency key. */
const retryable = new Set([429, 503])

/** Customers who order and pay, an admin who refunds, visitors who read; and a record of what was acknowledged. */
export class Trade {
  readonly placed = new Set<string>()
  readonly paid = new Set<string>()
  /** Idempotency keys of refunds, and their charges. */
  readonly refunded = new Map<string, string>()
  /** The number of answers by kind of call and status. */
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

  /** Runs until stop(), and then completes the purchases that have begun. */
  async run(): Promise<void> {
    this.#isOver = false
    this.forgetPause()
    const { buyers, item } = this.#people
    const pages = ['/', '/api/items', `/api/items/${item._id}`]
    await Promise.all([
      ...buyers.map(buyer => this.#repeat(() => this.#purchase(buyer))),
      ...pages.map(path => this.#repeat(() => this.#read(path))),
    ])
  }

  stop(): void {
    this.#isOver = true
  }

  /** The longest time without an order since forgetPause(). */
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

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await step()
      await pause(this.#random.between(10, 80))
    }
  }

  async #purchase(buyer: Shopper): Promise<void> {
    const { item, admin } = this.#people
    const newOrder = orderOf(item, buyer.email, 1)
    const order = (await this.#callUntilAnswered(buyer, 201, 'POST', '/booking', newOrder)) as
      | Order
      | undefined
    if (!order) return
    this.#noteOrder(order._id)
    const opened = await this.#callUntilAnswered(buyer, 200, 'POST', '/create-payment-intent', order)
    if (!opened) return
    const transactionId = intentOf((opened as { clientSecret: string }).clientSecret)
    await this.#provider.charge(transactionId)
    const payment = { bookingId: order._id, transactionId }
    if (!(await this.#callUntilAnswered(buyer, 200, 'PATCH', `/booking/${order._id}`, payment))) return
    this.paid.add(order._id)
    if (!this.#random.chance(0.3)) return
    const key = randomUUID()
    const refund = { amount: this.#random.between(1, 200) / 100, reason: 'Torture', restock: false }
    if (await this.#callUntilAnswered(admin, 200, 'POST', `/booking/${order._id}/refund`, refund, key))
      this.refunded.set(key, transactionId)
  }

  #noteOrder(id: string): void {
    this.placed.add(id)
    const now = performance.now()
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastOrderAt)
    this.#lastOrderAt = now
  }

  /** Repeats the call until it has a final answer. An unexpected one is recorded as wrong and gives undefined. */
  async #callUntilAnswered(
    who: Shopper,
    expected: number,
    method: string,
    path: string,
    body: unknown,
    key: string = randomUUID(),
  ): Promise<unknown> {
    for (const end = Date.now() + patienceMs; ; ) {
      const answer = await who.call(this.#url, method, path, body, key)
      this.#count('calls', answer?.status)
      if (answer?.status === expected) return answer.body ?? true
      if (answer && !retryable.has(answer.status)) {
        this.wrong.push(`${method} ${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`)
        return undefined
      }
      if (Date.now() > end) throw new Error(`${method} ${path} has no answer`)
      await pause(this.#random.between(50, 200))
    }
  }

  async #read(path: string): Promise<void> {
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
