import { thousandthsOf } from './amounts.ts'
import { type AnsweredCall, type Call, isCall, isDone } from './call.ts'
import { type Orders, ordersToPay } from './orders.ts'
import type { Account, People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, ordersIn, textOf } from './wire.ts'

export interface KnownPayment {
  payer: Account | undefined
  orders: Set<string>
  /** Whether a browser has told the card provider about a card. */
  isTried: boolean
}

/** What was started with the shop and tried at the card provider. */
export class Payments implements Rules {
  readonly byId = new Map<string, KnownPayment>()
  readonly #orders: Orders
  readonly #people: People

  constructor(orders: Orders, people: People) {
    this.#orders = orders
    this.#people = people
  }

  sent(call: Call): void {
    if (call.to !== 'cards' || call.method === 'GET') return
    const where = `${call.path} ${JSON.stringify(call.body) ?? ''}`
    for (const [id] of where.matchAll(/\bpi_[A-Za-z0-9]+/g)) {
      const known = this.byId.get(id)
      if (known) known.isTried = true
    }
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !isDone(call)) return
    if (isCall(call, 'POST /api/create-payment-intent')) this.#started(call, complain)
    for (const order of ordersIn(call.answer.body)) {
      if (!order.paid || this.#orders.byId.get(order._id)?.paid?.call !== call) continue
      const payment = this.byId.get(order.transactionId ?? '')
      if (!order.paidBy && (!payment?.isTried || !payment.orders.has(order._id)))
        complain(
          'paid by a card',
          `${order.number} is paid with ${order.transactionId}, which no card has paid for it`,
        )
      if (order.paidAmount !== order.totalPrice)
        complain('paid by a card', `${order.number} costs ${order.totalPrice}; ${order.paidAmount} were paid`)
    }
  }

  #started(call: AnsweredCall, complain: Complain): void {
    const { clientSecret, amount } = fieldsOf(call.answer.body)
    const [id = ''] = textOf(clientSecret).split('_secret_')
    const orders = ordersToPay(call)
    const payer = this.#people.callerOf(call)
    const known = this.byId.get(id)
    if (known && known.payer !== payer)
      complain('payment of its payer', `${id} of ${known.payer?.email} was given to ${payer?.email}`)
    if (known && !orders.every(order => known.orders.has(order)))
      complain('payment of its payer', `${id} was started for ${[...known.orders]} and again for ${orders}`)
    if (!known) this.byId.set(id, { payer, orders: new Set(orders), isTried: false })
    const total = this.#totalOf(orders, call)
    if (total !== undefined && thousandthsOf(Number(amount)) !== total)
      complain('amount to pay', `${id} is about ${amount}, its orders cost ${total / 1000}`)
  }

  /** Undefined while a quantity is being changed. */
  #totalOf(ids: readonly string[], call: AnsweredCall): number | undefined {
    let total = 0
    for (const id of ids) {
      const order = this.#orders.byId.get(id)
      const quantity = order?.quantity.certain(call)
      if (!order || quantity === undefined) return undefined
      total += order.unitPrice * quantity
    }
    return total
  }
}
