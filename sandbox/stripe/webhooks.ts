import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { type Context, keys } from '../context.ts'
import type { FaultSwitches } from './fault-switches.ts'
import { seconds } from './ids.ts'

const outbox = 'stripe.outbox'
const journal = 'stripe.delivery'
const giveUpAfterMs = 3 * 24 * 3600_000
const answerWithin = 5000

/** One pending copy of an event. */
interface Delivery {
  id: string
  event: Stripe.Event
  due: number
  attempts: number
  since: number
}

/** The result of an attempt: an HTTP status, or text if there was no response. */
export interface DeliveryAttempt {
  at: number
  outcome: number | string
}

/** Sends signed events to the shop until it returns 2xx. Pending ones survive a restart. */
export class Webhooks {
  readonly #context: Context
  readonly #faults: FaultSwitches
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #stopped = new AbortController()
  #count = 0

  constructor(context: Context, faults: FaultSwitches) {
    this.#context = context
    this.#faults = faults
  }

  start(): void {
    for (const delivery of this.#pending()) this.#schedule(delivery)
  }

  stop(): void {
    this.#stopped.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  /** With the reorder switch on, events within 100 ms of each other swap places. */
  announce = (event: Stripe.Event): void => {
    const { webhookDelayMs, webhookDuplicates, webhookReorder } = this.#faults.now
    const turn = this.#count++
    const wait = webhookDelayMs + (webhookReorder ? 1000 - (turn % 10) * 100 : 0)
    for (let copy = 0; copy <= webhookDuplicates; copy++) this.#post(event, `${event.id}.${copy}`, wait)
  }

  resend(event: Stripe.Event): void {
    this.#post(event, `${event.id}.again.${Date.now()}.${this.#count++}`, 0)
  }

  attempts(eventId: string): DeliveryAttempt[] {
    return this.#context.documents.get<DeliveryAttempt[]>(journal, eventId) ?? []
  }

  /** The ids of pending events. */
  undelivered(): Set<string> {
    return new Set(this.#pending().map(delivery => delivery.event.id))
  }

  #pending(): Delivery[] {
    return this.#context.documents.list<Delivery>(outbox, 100_000)
  }

  #post(event: Stripe.Event, id: string, wait: number): void {
    const delivery = { id, event, due: Date.now() + wait, attempts: 0, since: Date.now() }
    this.#context.documents.put(outbox, id, delivery)
    this.#schedule(delivery)
  }

  #schedule(delivery: Delivery): void {
    if (this.#stopped.signal.aborted) return
    const timer = setTimeout(() => void this.#deliver(delivery), Math.max(0, delivery.due - Date.now()))
    this.#timers.set(delivery.id, timer.unref())
  }

  async #deliver(delivery: Delivery): Promise<void> {
    this.#timers.delete(delivery.id)
    const outcome = this.#faults.now.webhookDrop ? 'dropped' : await this.#send(delivery.event)
    if (this.#stopped.signal.aborted) return
    this.#note(delivery.event.id, outcome)
    const done = outcome === 'dropped' || (typeof outcome === 'number' && outcome >= 200 && outcome < 300)
    if (done || Date.now() - delivery.since > giveUpAfterMs) {
      this.#context.documents.remove(outbox, delivery.id)
      return
    }
    const next = { ...delivery, attempts: delivery.attempts + 1, due: Date.now() + pause(delivery.attempts) }
    this.#context.documents.put(outbox, delivery.id, next)
    this.#schedule(next)
  }

  async #send(event: Stripe.Event): Promise<number | string> {
    const body = JSON.stringify(event, null, 2)
    try {
      const answer = await fetch(`${this.#context.shopUrl}/api/stripe/webhook`, {
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
    this.#context.documents.put(journal, eventId, attempts.slice(-50))
  }
}

/** 1, 2, 4 … seconds, at most a minute. */
const pause = (attempts: number) => Math.min(60_000, 1000 * 2 ** attempts)

export function signature(body: string, at = seconds()): string {
  return `t=${at},v1=${createHmac('sha256', keys.stripeWebhook).update(`${at}.${body}`).digest('hex')}`
}
