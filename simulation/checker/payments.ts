import { thousandthsOf } from './amounts.ts'
import { type AnsweredCall, type Call, isCall, isDone } from './call.ts'
import type { DeliveryPrices } from './delivery-prices.ts'
import { type Orders, ordersToPay } from './orders.ts'
import type { Account, People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, ordersIn, sumOf, textOf } from './wire.ts'

export interface KnownPayment {
  payer: Account | undefined
  orders: Set<string>
  /** Whether a browser has told the card provider about a card. */
  isTried: boolean
  /** What the page has said, in thousandths. */
  amount: number
  /** How much of that is delivery. */
  delivery: number
  /** How much a voucher took off, and the code as it was typed; empty without one. */
  discount: number
  voucher: string
  /** When the page was first told of it. */
  call: AnsweredCall
  /** What its orders cost then, without those whose quantity was being changed. */
  totals: ReadonlyMap<string, number>
}

type Said = Pick<KnownPayment, 'amount' | 'delivery' | 'discount'>

/** What was started with the shop and tried at the card provider. */
export class Payments implements Rules {
  readonly byId = new Map<string, KnownPayment>()
  readonly #orders: Orders
  readonly #people: People
  readonly #prices: DeliveryPrices

  constructor(orders: Orders, people: People, prices: DeliveryPrices) {
    this.#orders = orders
    this.#people = people
    this.#prices = prices
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
      const { number, totalPrice, paidAmount, paidDelivery } = order
      if (payment?.voucher || order.paidBy?.method === 'voucher') continue
      if (thousandthsOf(paidAmount) !== thousandthsOf(totalPrice) + thousandthsOf(paidDelivery))
        complain(
          'paid by a card',
          `${number} costs ${totalPrice} and ${paidDelivery} of delivery; ${paidAmount} were paid`,
        )
    }
  }

  #started(call: AnsweredCall, complain: Complain): void {
    const { clientSecret, amount, delivery, discount } = fieldsOf(call.answer.body)
    const [id = ''] = textOf(clientSecret).split('_secret_')
    const said = {
      amount: inThousandths(amount),
      delivery: inThousandths(delivery),
      discount: inThousandths(discount),
    }
    const orders = ordersToPay(call)
    const totals = this.totalsOf(orders, call)
    const total = totals.size < orders.length ? undefined : sumOf([...totals.values()])
    this.#checkAmount(id, { ...said, total }, call, complain)
    // A voucher leaves nothing to pay.
    if (id === '') return
    const payer = this.#people.callerOf(call)
    const known = this.byId.get(id)
    if (known && known.payer !== payer)
      complain('payment of its payer', `${id} of ${known.payer?.email} was given to ${payer?.email}`)
    if (known && !orders.every(order => known.orders.has(order)))
      complain('payment of its payer', `${id} was started for ${[...known.orders]} and again for ${orders}`)
    const voucher = textOf(fieldsOf(call.body).voucher)
    if (!known)
      this.byId.set(id, { payer, orders: new Set(orders), isTried: false, ...said, voucher, call, totals })
    else if (
      known.amount !== said.amount ||
      known.delivery !== said.delivery ||
      known.discount !== said.discount
    )
      complain('amount to pay', `${id} was about ${known.amount / 1000}, and is about ${amount} now`)
  }

  #checkAmount(
    id: string,
    { amount, delivery, discount, total }: Said & { total: number | undefined },
    call: AnsweredCall,
    complain: Complain,
  ): void {
    const goods = amount - delivery + discount
    if (total !== undefined && goods !== total)
      complain(
        'amount to pay',
        `${id} is about ${goods / 1000} without delivery and discount, its orders cost ${total / 1000}`,
      )
    const costs = this.#prices.costs(goods, call)
    if (costs?.includes(delivery) === false)
      complain(
        'delivery that was entered',
        `${id}: ${delivery / 1000} for goods of ${goods / 1000}, possible is ${costs.map(cost => cost / 1000)}`,
      )
  }

  /** Without those whose quantity is being changed. */
  totalsOf(ids: readonly string[], call: AnsweredCall): Map<string, number> {
    const totals = new Map<string, number>()
    for (const id of ids) {
      const order = this.#orders.byId.get(id)
      const quantity = order?.quantity.certain(call)
      if (order && quantity !== undefined) totals.set(id, Math.round(order.unitPrice * quantity))
    }
    return totals
  }
}

const inThousandths = (amount: unknown): number => thousandthsOf(typeof amount === 'number' ? amount : 0)
