import type Stripe from 'stripe'
import type { Documents } from '../documents.ts'
import { missing } from './errors.ts'
import type { SavedCard } from './payment-method.ts'

const kinds = {
  intent: 'stripe.payment_intent',
  charge: 'stripe.charge',
  refund: 'stripe.refund',
  dispute: 'stripe.dispute',
  card: 'stripe.payment_method',
  event: 'stripe.event',
}

/** More than any sandbox has: overrides the default limit of `Documents.list`. */
const everything = 1_000_000

/** The provider's data. Every change is synchronous, so two requests never interleave within one. */
export class Ledger {
  readonly #documents: Documents
  readonly #announce: (event: Stripe.Event) => void

  constructor(documents: Documents, announce: (event: Stripe.Event) => void) {
    this.#documents = documents
    this.#announce = announce
  }

  intent(id: string, param = 'intent'): Stripe.PaymentIntent {
    return this.#found(
      this.#documents.get<Stripe.PaymentIntent>(kinds.intent, id),
      'payment_intent',
      id,
      param,
    )
  }

  charge(id: string, param = 'charge'): Stripe.Charge {
    return this.#found(this.#documents.get<Stripe.Charge>(kinds.charge, id), 'charge', id, param)
  }

  refund(id: string): Stripe.Refund {
    return this.#found(this.#documents.get<Stripe.Refund>(kinds.refund, id), 'refund', id, 'id')
  }

  dispute(id: string): Stripe.Dispute {
    return this.#found(this.#documents.get<Stripe.Dispute>(kinds.dispute, id), 'dispute', id, 'id')
  }

  card(id: string, param = 'payment_method'): SavedCard {
    return this.#found(this.#documents.get<SavedCard>(kinds.card, id), 'PaymentMethod', id, param)
  }

  event(id: string): Stripe.Event {
    return this.#found(this.#documents.get<Stripe.Event>(kinds.event, id), 'event', id, 'id')
  }

  /** Newest first, like every list below. */
  intents = (limit = everything) => this.#documents.list<Stripe.PaymentIntent>(kinds.intent, limit)
  charges = (limit = everything) => this.#documents.list<Stripe.Charge>(kinds.charge, limit)
  disputes = (limit = everything) => this.#documents.list<Stripe.Dispute>(kinds.dispute, limit)
  refunds = (limit = everything) => this.#documents.list<Stripe.Refund>(kinds.refund, limit)
  events = (limit = everything) => this.#documents.list<Stripe.Event>(kinds.event, limit)

  save(object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute): void {
    const kind = {
      payment_intent: kinds.intent,
      charge: kinds.charge,
      refund: kinds.refund,
      dispute: kinds.dispute,
    }[object.object]
    this.#documents.put(kind, object.id, object)
  }

  saveCard(card: SavedCard): void {
    this.#documents.put(kinds.card, card.method.id, card)
  }

  /** Saves before announcing, so that an announced event can always be retrieved. */
  emit(event: Stripe.Event): void {
    this.#documents.put(kinds.event, event.id, event)
    this.#announce(event)
  }

  #found<T>(value: T | undefined, noun: string, id: string, param: string): T {
    if (value === undefined) throw missing(noun, id, param)
    return value
  }
}
