import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { keys, type World } from '../world.ts'
import type { KnobBoard } from './fault-switches.ts'
import { seconds } from './ids.ts'

const outbox = 'stripe.outbox'
const journal = 'stripe.delivery'
const patience = 3 * 24 * 3600_000
const answerWithin = 5000

/** One copy of an event that is still to be delivered. */
interface Parcel {
  id: string
  event: Stripe.Event
  due: number
  attempts: number
  since: number
}

/** What became of an attempt: an HTTP status, or words where there was none. */
export interface DeliveryAttempt {
  at: number
  outcome: number | string
}

/** Sends events to the shop, signed like Stripe's, until it answers 2xx; nothing is lost by a restart. */
export class Webhooks {
  readonly #world: World
  readonly #knobs: KnobBoard
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #stopped = new AbortController()
  #count = 0

  constructor(world: World, knobs: KnobBoard) {
    this.#world = world
    this.#knobs = knobs
  }

  start(): void {
    for (const parcel of this.#pending()) this.#schedule(parcel)
  }

  stop(): void {
    this.#stopped.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Events within a tenth of a second of each other change places when the reorder knob is on. */
  announce = (event: Stripe.Event): void => {
    const { webhookDelayMs, webhookDuplicates, webhookReorder } = this.#knobs.now
    const turn = this.#count++
    const wait = webhookDelayMs + (webhookReorder ? 1000 - (turn % 10) * 100 : 0)
    for (let copy = 0; copy <= webhookDuplicates; copy++) this.#post(event, `${event.id}.${copy}`, wait)
  }

  resend(event: Stripe.Event): void {
    this.#post(event, `${event.id}.again.${Date.now()}.${this.#count++}`, 0)
  }

  attempts(eventId: string): DeliveryAttempt[] {
    return this.#world.documents.get<DeliveryAttempt[]>(journal, eventId) ?? []
  }

  /** The ids of the events that are still under way. */
  undelivered(): Set<string> {
    return new Set(this.#pending().map(parcel => parcel.event.id))
  }

  #pending(): Parcel[] {
    return this.#world.documents.list<Parcel>(outbox, 100_000)
  }

  #post(event: Stripe.Event, id: string, wait: number): void {
    const parcel = { id, event, due: Date.now() + wait, attempts: 0, since: Date.now() }
    this.#world.documents.put(outbox, id, parcel)
    this.#schedule(parcel)
  }

  #schedule(parcel: Parcel): void {
    if (this.#stopped.signal.aborted) return
    const timer = setTimeout(() => void this.#deliver(parcel), Math.max(0, parcel.due - Date.now()))
    this.#timers.set(parcel.id, timer.unref())
  }

  async #deliver(parcel: Parcel): Promise<void> {
    this.#timers.delete(parcel.id)
    const outcome = this.#knobs.now.webhookDrop ? 'dropped' : await this.#send(parcel.event)
    if (this.#stopped.signal.aborted) return
    this.#note(parcel.event.id, outcome)
    const done = outcome === 'dropped' || (typeof outcome === 'number' && outcome >= 200 && outcome < 300)
    if (done || Date.now() - parcel.since > patience) {
      this.#world.documents.remove(outbox, parcel.id)
      return
    }
    const next = { ...parcel, attempts: parcel.attempts + 1, due: Date.now() + pause(parcel.attempts) }
    this.#world.documents.put(outbox, parcel.id, next)
    this.#schedule(next)
  }

  async #send(event: Stripe.Event): Promise<number | string> {
    const body = JSON.stringify(event, null, 2)
    try {
      const answer = await fetch(`${this.#world.shopUrl}/api/stripe/webhook`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(body),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(answerWithin), this.#stopped.signal]),
      })
      await answer.body?.cancel()
      return answer.status
    } catch (error) {
      return error instanceof DOMException && error.name === 'TimeoutError' ? 'timed out' : 'not reached'
    }
  }

  #note(eventId: string, outcome: number | string): void {
    const attempts = [...this.attempts(eventId), { at: Date.now(), outcome }]
    this.#world.documents.put(journal, eventId, attempts.slice(-50))
  }
}

/** 1, 2, 4 … seconds, at most a minute. */
const pause = (attempts: number) => Math.min(60_000, 1000 * 2 ** attempts)

export function signature(body: string, at = seconds()): string {
  return `t=${at},v1=${createHmac('sha256', keys.stripeWebhook).update(`${at}.${body}`).digest('hex')}`
}
