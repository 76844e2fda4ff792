import type Stripe from 'stripe'
import type { Documents } from '../documents.ts'
import { type Cause, intentEvent } from './event.ts'
import type { FaultSwitches } from './fault-switches.ts'
import type { Ledger } from './ledger.ts'
import { settle } from './settle.ts'

const kind = 'stripe.settlement'

interface Waiting {
  intent: string
  method: string
  authenticated: boolean
  due: number
}

/** Completes payments after a time in 'processing', also after a restart. */
export class Settlements {
  readonly #documents: Documents
  readonly #ledger: Ledger
  readonly #faults: FaultSwitches
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(documents: Documents, ledger: Ledger, faults: FaultSwitches) {
    this.#documents = documents
    this.#ledger = ledger
    this.#faults = faults
  }

  get delay(): number {
    return this.#faults.now.processingMs
  }

  start(): void {
    for (const waiting of this.#documents.list<Waiting>(kind, 10_000)) this.#schedule(waiting)
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  later(
    before: Stripe.PaymentIntent,
    method: Stripe.PaymentMethod,
    authenticated: boolean,
    cause: Cause,
  ): Stripe.PaymentIntent {
    const intent: Stripe.PaymentIntent = {
      ...before,
      status: 'processing',
      payment_method: method.id,
      last_payment_error: null,
      next_action: null,
      processing: { type: 'card', card: {} },
    }
    const waiting = { intent: intent.id, method: method.id, authenticated, due: Date.now() + this.delay }
    this.#ledger.save(intent)
    this.#documents.put(kind, intent.id, waiting)
    this.#ledger.emit(intentEvent('payment_intent.processing', intent, cause))
    this.#schedule(waiting)
    return intent
  }

  #schedule(waiting: Waiting): void {
    const timer = setTimeout(() => this.#finish(waiting), Math.max(0, waiting.due - Date.now()))
    this.#timers.set(waiting.intent, timer.unref())
  }

  #finish(waiting: Waiting): void {
    this.#timers.delete(waiting.intent)
    const intent = this.#ledger.intent(waiting.intent)
    if (intent.status === 'processing') {
      settle(this.#ledger, intent, this.#ledger.card(waiting.method).method, waiting.authenticated, null)
    }
    this.#documents.remove(kind, waiting.intent)
  }
}
