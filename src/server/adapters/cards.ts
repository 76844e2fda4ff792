import type { CardPayment } from '#domain/payment.ts'
import type { Extras } from '#domain/price.ts'
import type { CardDispute, CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'

export interface NewCardPayment extends Extras {
  /** The shop's own id: makes the call idempotent, and is returned with the payment. */
  paymentId: string
  orderIds: readonly string[]
  /** The id of the shop: several may share one account at the provider. */
  shopId: string
  amount: number
  /** The code of the voucher; empty without one. */
  voucher: string
  currency: string
  description: string
  email: string
}

/** A payment as the provider reports it, with the data that the shop had sent. */
export interface KnownPayment extends CardPayment {
  shopId: string | undefined
  /** The last try with a card was declined. */
  declined: boolean
}

/** A payment that the browser can confirm with this secret. */
export interface OpenPayment extends KnownPayment {
  clientSecret: string
}

/** A payment in a list, with the details that identify the customer. */
export interface ListedPayment extends KnownPayment {
  email: string | null
  description: string | null
  createdAt: number
}

export interface NewRefund {
  intentId: string
  /** The shop's own id: returned with the refund. */
  refundId: string
  /** Repeating the call with the same key has no effect, and returns the same result. */
  key: string
  /** By default the whole remaining amount of the payment. */
  amount?: number
}

export interface CardEvent {
  eventId: string
  type: string
  /** About real money: neither of test keys nor of the sandbox. */
  isLive: boolean
  /** The payment of the event; undefined if it does not concern the shop. */
  intentId: string | undefined
  /** About a refund or a dispute. */
  isAboutRefunds: boolean
}

/** The provider will never accept this call. */
export class PaymentRefused extends Refusal {
  constructor(cause: unknown) {
    super('provider_failed', 'The card provider does not accept this payment.')
    this.cause = cause
  }
}

/** The buyer has disputed the payment: until the shop wins, it cannot be refunded. */
export class PaymentDisputed extends PaymentRefused {}

/** The provider did not answer, or sent an error: the outcome of the call is unknown. */
export class ProviderDown extends Refusal {
  /** The provider returned an error, and will return it again for the same key: only a new key helps. */
  readonly keyIsSpent: boolean

  constructor(cause: unknown, keyIsSpent: boolean, detail = 'The card provider is not answering right now.') {
    super('provider_failed', `${detail} Please try again in a moment.`, { retryAfter: 5 })
    this.cause = cause
    this.keyIsSpent = keyIsSpent
  }
}

/** The provider works, but was called too often in a short time. */
export class ProviderBusy extends ProviderDown {
  constructor(cause: unknown) {
    super(cause, false, 'The card provider is very busy right now.')
  }
}

/** The payment has no remaining amount to refund. */
export class NothingToRefund extends Error {}

/** The calls of the shop to a card provider. Every call may be repeated. */
export interface Cards {
  start(payment: NewCardPayment): Promise<OpenPayment>
  find(intentId: string): Promise<OpenPayment | undefined>
  /** Prevents further payment. Returns the resulting state, which may be paid, or undefined for an unknown payment. */
  cancel(intentId: string): Promise<KnownPayment | undefined>
  /** Why cards were declined for it, the last one first. */
  declinesOf(intentId: string): Promise<string[]>
  refund(refund: NewRefund): Promise<CardRefund>
  refundsOf(intentId: string): Promise<CardRefund[]>
  disputesOf(intentId: string): Promise<CardDispute[]>
  /** The payments since that time (epoch milliseconds), newest first. */
  paymentsSince(moment: number): AsyncIterable<ListedPayment>
  refundsSince(moment: number): AsyncIterable<CardRefund>
  disputesSince(moment: number): AsyncIterable<CardDispute>
  /**
   * Removes the customer's email address from a payment; false if that is only possible later. A payment that the
   * provider does not know has none, and a canceled one cannot be changed any more.
   */
  forgetCustomer(intentId: string): Promise<boolean>
  /** Reads a signed event, and refuses anything that the provider did not sign. */
  readWebhook(body: Buffer, signature: string | undefined): Promise<CardEvent>
}
