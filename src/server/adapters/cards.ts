import type { CardPayment } from '#domain/payment.ts'
import { Refusal } from '#domain/refusal.ts'

export interface NewCardPayment {
  /** Ours: makes repeating the call harmless, and comes back with the payment. */
  paymentId: string
  bookingId: string
  amount: number
  currency: string
  description: string
  email: string
}

/** A payment that the browser can confirm with this secret. */
export interface StartedPayment extends CardPayment {
  clientSecret: string
}

/** A payment as the provider tells it, with the shop's own id of it. */
export interface KnownPayment extends CardPayment {
  paymentId: string | undefined
}

export interface CardNews {
  eventId: string
  type: string
  /** The payment it is about; undefined for news that do not concern the shop. */
  intentId: string | undefined
  /** A card was tried and declined. */
  declined: boolean
}

/** The provider will not take this payment, however often it is asked. */
export class PaymentRefused extends Refusal {
  constructor(cause: unknown) {
    super('provider_failed', 'The card provider does not accept this payment. Nothing was charged.')
    this.cause = cause
  }
}

/** What the shop asks of a card provider. Every call may be repeated without harm. */
export interface Cards {
  start(payment: NewCardPayment): Promise<StartedPayment>
  find(intentId: string): Promise<(KnownPayment & { clientSecret: string }) | undefined>
  /** Makes sure that it will not be paid any more; answers what it is then, which may be paid, or undefined if unknown. */
  cancel(intentId: string): Promise<KnownPayment | undefined>
  /** Gives the money back, once; answers the refund's id. */
  refund(intentId: string, paymentId: string): Promise<string>
  /** Reads signed news; refuses anything that the provider did not write. */
  readNews(body: Buffer, signature: string | undefined): Promise<CardNews>
}
