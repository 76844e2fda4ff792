import { randomUUID } from 'node:crypto'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { brokenInvariants } from '../src/server/books/invariants.ts'
import { compareWithProvider } from '../src/server/features/payments/reconcile/compare-with-provider.ts'
import { reconcilePayments } from '../src/server/jobs/reconcile-payments.ts'
import * as refunds from '../src/server/store/refunds.ts'
import { confirmed, orderOf } from '../tests/helpers/customers.ts'
import { intentOf } from '../tests/helpers/paying.ts'
import type { OpenedShop } from '../tests/helpers/shop.ts'
import type { CardProvider } from './card-provider.ts'
import { promoted } from './owner.ts'
import type { Random } from './random.ts'
import { pause } from './scenario.ts'
import { Shopper } from './shopper.ts'

export interface People {
  buyers: readonly Shopper[]
  admin: Shopper
  item: Item
}

export async function peopleOf(desk: OpenedShop): Promise<People> {
  const item = await desk.item({ price: 5, availableQuantity: 1_000_000 })
  const buyers = await Promise.all(
    Array.from({ length: 6 }, async () => confirmed(desk.deps, await desk.customer())),
  )
  const { email, token } = await promoted(desk)
  return {
    item,
    buyers: buyers.map(one => new Shopper(one.email, one.token)),
    admin: new Shopper(email, token),
  }
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

/** Settles what was cut off, and looks for everything acknowledged: in the shop, in its books and at the card provider. */
export async function checkTrade(
  { deps, travel }: OpenedShop,
  trade: Trade,
): Promise<{ lost: number; wrong: string[] }> {
  const { db, cards } = deps
  if (!cards) throw new Error('The desk has no card provider')
  const orders = await db.read.selectFrom('orders').select(['id', 'paid_at']).execute()
  const rows = new Map(orders.map(row => [row.id, row.paid_at]))
  let lost = [...trade.placed].filter(id => !rows.has(id)).length
  lost += [...trade.paid].filter(id => !rows.get(id)).length
  for (let turn = 0; turn < 3; turn++) {
    travel(60_000)
    // One run may find that an idempotency key was used up.
    await reconcilePayments(deps, cards).catch(() => undefined)
  }
  for (const [key, charge] of trade.refunded) {
    const noted = await refunds.listOf(db.read, charge)
    if (!noted.some(({ idempotency_key }) => idempotency_key === key)) lost++
  }
  const wrong = await brokenInvariants(db.read)
  // The provider does not know the payments of the demo's history.
  for await (const { sentence } of compareWithProvider(db.read, cards, 0))
    if (!/_demo_\d+/.test(sentence)) wrong.push(sentence)
  return { lost, wrong }
}
