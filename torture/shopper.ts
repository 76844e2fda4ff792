import { randomUUID } from 'node:crypto'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { orderOf } from '../tests/helpers/customers.ts'
import { pause } from './scenario.ts'

/** Undefined if the connection broke, so that the result of the call is unknown. */
type Answer = { status: number; body: unknown } | undefined

/** A customer who orders over HTTP and records what was acknowledged. */
export class Shopper {
  readonly email: string
  /** The value of the Authorization header. */
  readonly bearer: string
  /** Acknowledged orders that were not removed. */
  readonly placed = new Map<string, Order>()
  readonly removed = new Set<string>()
  /** Unanswered calls, which have to be repeated. */
  #openOrder: { key: string; item: Item } | undefined
  #openRemoval: string | undefined
  acknowledged = 0
  /** The number of 5xx answers. */
  faults = 0

  constructor(email: string, token: string) {
    this.email = email
    this.bearer = `Bearer ${token}`
  }

  async call(url: string, method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: this.bearer,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status >= 500) this.faults++
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    } catch {
      return undefined
    }
  }

  /** Places an order, or removes the oldest one if there are many. False if the connection broke. */
  async step(url: string, item: Item): Promise<boolean> {
    if (this.#openRemoval !== undefined || this.placed.size >= 12) return this.#remove(url)
    return this.#order(url, item)
  }

  /** Repeats the unanswered call with the same idempotency key. */
  async finish(url: string): Promise<void> {
    if (this.#openRemoval !== undefined) await answered(() => this.#remove(url))
    const open = this.#openOrder
    if (open) await answered(() => this.#order(url, open.item))
  }

  async #order(url: string, item: Item): Promise<boolean> {
    this.#openOrder ??= { key: randomUUID(), item }
    const { key, item: wanted } = this.#openOrder
    const answer = await this.call(url, 'POST', '/booking', orderOf(wanted, this.email, 1), key)
    if (!answer) return false
    this.#openOrder = undefined
    if (answer.status !== 201) return true
    const order = answer.body as Order
    this.placed.set(order._id, order)
    this.acknowledged++
    return true
  }

  async #remove(url: string): Promise<boolean> {
    const id = this.#openRemoval ?? this.placed.keys().next().value ?? ''
    this.#openRemoval = id
    const answer = await this.call(url, 'DELETE', `/myBooking/${id}`)
    if (!answer) return false
    this.#openRemoval = undefined
    // 404 means that the removal was executed before the connection broke.
    if (answer.status !== 204 && answer.status !== 404) return true
    this.placed.delete(id)
    this.removed.add(id)
    this.acknowledged++
    return true
  }

  /** Compares the shop's orders of this customer with the acknowledged ones. */
  async compare(url: string): Promise<{ lost: number; doubled: number }> {
    const path = `/myBooking/${encodeURIComponent(this.email)}?limit=200`
    const answer = await answered(() => this.call(url, 'GET', path))
    if (answer.status !== 200) throw new Error(`Orders could not be read: ${JSON.stringify(answer)}`)
    const there = new Set((answer.body as Order[]).map(order => order._id))
    const lost = [...this.placed.keys()].filter(id => !there.has(id)).length
    const back = [...this.removed].filter(id => there.has(id)).length
    return { lost: lost + back, doubled: there.size - (this.placed.size - lost) - back }
  }
}

/** Repeats a call, because a connection to a killed process breaks only at its next use. */
export async function answered<T>(attempt: () => Promise<T | undefined | false>): Promise<T> {
  for (let tries = 1; tries <= 50; tries++) {
    const answer = await attempt()
    if (answer) return answer
    await pause(100)
  }
  throw new Error('The shop does not answer')
}
