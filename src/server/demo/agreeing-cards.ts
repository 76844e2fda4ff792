import type { CardRefund } from '#domain/refund.ts'
import type { Cards, NewCardPayment, NewRefund, OpenPayment } from '../adapters/cards.ts'

/** The card provider of the demo's history: accepts everything, and keeps it only in memory. */
export class AgreeingCards implements Cards {
  readonly #payments = new Map<string, OpenPayment>()
  readonly #refunds: CardRefund[] = []

  async start({
    paymentId,
    orderIds,
    shopId,
    amount,
    currency,
    ...extras
  }: NewCardPayment): Promise<OpenPayment> {
    const intentId = `pi_demo_${1001 + this.#payments.size}`
    return this.#note({
      intentId,
      clientSecret: intentId,
      status: 'open',
      amount,
      currency,
      paymentId,
      orderIds,
      ...extras,
      shopId,
      declined: false,
    })
  }

  /** The customer tries a card that is declined. */
  decline(intentId: string): void {
    this.#note({ ...this.#known(intentId), declined: true })
  }

  /** The customer pays with a valid card. */
  pay(intentId: string): OpenPayment {
    return this.#note({ ...this.#known(intentId), status: 'succeeded', declined: false })
  }

  async find(intentId: string): Promise<OpenPayment | undefined> {
    return this.#payments.get(intentId)
  }

  async cancel(intentId: string): Promise<OpenPayment> {
    return this.#note({ ...this.#known(intentId), status: 'canceled' })
  }

  async declinesOf(intentId: string): Promise<string[]> {
    return this.#known(intentId).declined ? ['Your card was declined.'] : []
  }

  async refund({ intentId, refundId, amount }: NewRefund): Promise<CardRefund> {
    const refund: CardRefund = {
      id: `re_demo_${1001 + this.#refunds.length}`,
      intentId,
      refundId,
      amount: amount ?? this.#known(intentId).amount,
      status: 'succeeded',
      failure: null,
    }
    this.#refunds.push(refund)
    return refund
  }

  async refundsOf(intentId: string): Promise<CardRefund[]> {
    return this.#refunds.filter(refund => refund.intentId === intentId)
  }

  async disputesOf(): Promise<[]> {
    return []
  }

  async *paymentsSince() {}

  async *refundsSince() {}

  async *disputesSince() {}

  async forgetCustomer(): Promise<boolean> {
    return true
  }

  async readWebhook(): Promise<never> {
    throw new Error('Nobody writes to the shop from the past')
  }

  #note(payment: OpenPayment): OpenPayment {
    this.#payments.set(payment.intentId, payment)
    return payment
  }

  #known(intentId: string): OpenPayment {
    const payment = this.#payments.get(intentId)
    if (!payment) throw new Error(`There is no payment ${intentId}`)
    return payment
  }
}
