import type { CardPayment } from '#domain/payment.ts'
import type { CardDispute, CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'

export interface NewCardPayment {
  /** Ours: makes repeating the call harmless, and comes back with the payment. */
  paymentId: string
  orderIds: readonly string[]
  /** Which shop asks: several may share one account at the provider. */
  shopId: string
  amount: number
  currency: string
  description: string
  email: string
}

/** A payment as the provider tells it, with what the shop had told it about the payment. */
export interface KnownPayment extends CardPayment {
  shopId: string | undefined
  /** A card was declined at the last try. */
  declined: boolean
}

/** A payment that the browser can confirm with this secret. */
export interface OpenPayment extends KnownPayment {
  clientSecret: string
}

/** A payment in a list, with what a person needs to know whose it was. */
export interface ListedPayment extends KnownPayment {
  email: string | null
  description: string | null
  createdAt: number
}

export interface NewRefund {
  intentId: string
  /** Ours: comes back with the refund. */
  refundId: string
  /** Repeating the call under the same key does nothing twice, and is answered the same. */
  key: string
  /** All that is left of the payment unless told. */
  amount?: number
}

export interface CardEvent {
  eventId: string
  type: string
  /** The payment it is about; undefined where it does not concern the shop. */
  intentId: string | undefined
  /** Money went back, or somebody wants it back. */
  isAboutRefunds: boolean
}

/** The provider will not take this, however often it is asked. */
export class PaymentRefused extends Refusal {
  constructor(cause: unknown) {
    super('provider_failed', 'The card provider does not accept this payment.')
    this.cause = cause
  }
}

/** The buyer has gone to the bank: as long as that is not decided for the shop there are no refunds. */
export class PaymentDisputed extends PaymentRefused {}

/** The provider did not answer, or not as it should: what it was asked for may have been done or not. */
export class ProviderDown extends Refusal {
  /** It did answer, with a fault to which it keeps when the same call is repeated under its key: only a new key helps. */
  readonly keyIsSpent: boolean

  constructor(cause: unknown, keyIsSpent: boolean, detail = 'The card provider does not answer right now.') {
    super('provider_failed', `${detail} Please try again in a moment.`, { retryAfter: 5 })
    this.cause = cause
    this.keyIsSpent = keyIsSpent
  }
}

/** The provider works, and was asked too often in a short time. */
export class ProviderBusy extends ProviderDown {
  constructor(cause: unknown) {
    super(cause, false, 'The card provider is very busy right now.')
  }
}

/** There is nothing left of this payment that could go back. */
export class NothingToRefund extends Error {}

/** What the shop asks of a card provider. Every call may be repeated without harm. */
export interface Cards {
  start(payment: NewCardPayment): Promise<OpenPayment>
  find(intentId: string): Promise<OpenPayment | undefined>
  /** Makes sure that it will not be paid any more; answers what it is then, which may be paid, or undefined if unknown. */
  cancel(intentId: string): Promise<KnownPayment | undefined>
  /** Why the cards that were tried for it were declined, the last one first. */
  declinesOf(intentId: string): Promise<string[]>
  refund(refund: NewRefund): Promise<CardRefund>
  refundsOf(intentId: string): Promise<CardRefund[]>
  disputesOf(intentId: string): Promise<CardDispute[]>
  /** What was made since that moment (epoch milliseconds), newest first. */
  paymentsSince(moment: number): AsyncIterable<ListedPayment>
  refundsSince(moment: number): AsyncIterable<CardRefund>
  disputesSince(moment: number): AsyncIterable<CardDispute>
  /**
   * Takes the customer's e-mail out of a payment; false where that can only be done later. One that the provider does not
   * know has none, and in one that was called off nothing can be changed any more.
   */
  forgetCustomer(intentId: string): Promise<boolean>
  /** Reads a signed event; refuses anything that the provider did not sign. */
  readWebhook(body: Buffer, signature: string | undefined): Promise<CardEvent>
}
