import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, isRefused } from './call.ts'
import { hadNoEffect } from './content-calls.ts'
import type { DeliveryPrices } from './delivery-prices.ts'
import { noteRoute, ordersNamedIn } from './orders.ts'
import { Register } from './register.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, type Order, ordersIn, sumOf, textOf } from './wire.ts'

const day = 86_400_000
const transferRoute = 'POST /api/booking/{id}/transfer'
const contentPath = '/api/shopContent'

/** Orders that are paid by transfer, in cash or at the terminal, and those that wait for a transfer. */
export class NotedPayments implements Rules {
  readonly #asked: { orders: readonly string[]; call: Call }[] = []
  readonly #announced: Call[] = []
  readonly #waiting = new Map<string, { until: string; delivery: number | null }>()
  /** How many days an order waits; 0 if the shop takes no transfers. */
  readonly #days = new Register<number>()
  readonly #prices: DeliveryPrices

  constructor(prices: DeliveryPrices) {
    this.#prices = prices
    this.#days.begin(0)
  }

  sent(call: Call): void {
    if (isCall(call, noteRoute)) this.#asked.push({ orders: ordersNamedIn(call, noteRoute), call })
    if (isCall(call, transferRoute)) this.#announced.push(call)
    if (isCall(call, `PUT ${contentPath}`)) this.#days.write(daysIn(call.body), call)
    if (isCall(call, `POST ${contentPath}/undo`)) this.#days.writeAnything(call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !isDone(call)) return
    if (isCall(call, `GET ${contentPath}`)) this.#days.write(daysIn(call.answer.body), call)
    if (isCall(call, noteRoute)) {
      checkNote(call, complain)
      this.#checkPaidDelivery(call, complain)
    }
    if (isCall(call, transferRoute)) this.#checkToldDelivery(call, complain)
    for (const order of ordersIn(call.answer.body)) {
      this.#checkAsked(order, complain)
      this.#checkWaiting(order, call, complain)
    }
  }

  /** An order is only paid like this if an admin has said so. */
  #checkAsked({ _id, number, paidBy }: Order, complain: Complain): void {
    if (!paidBy || paidBy.method === 'voucher') return
    const isAsked = this.#asked.some(({ orders, call }) => {
      const { method, date } = fieldsOf(call.body)
      return orders.includes(_id) && !isRefused(call) && method === paidBy.method && date === paidBy.on
    })
    if (!isAsked)
      complain('noted by an admin', `nobody said that ${number} was paid by ${paidBy.method} on ${paidBy.on}`)
  }

  /** Goods that are fetched cost none; otherwise it is what the customer was told, or what holds now. */
  #checkPaidDelivery(call: AnsweredCall, complain: Complain): void {
    const orders = ordersIn(call.answer.body)
    const paid = sumOf(orders.map(({ paidDelivery }) => thousandthsOf(paidDelivery)))
    const told = sumOf(orders.map(({ transferDelivery }) => thousandthsOf(transferDelivery ?? Number.NaN)))
    if (paid === 0 || paid === told) return
    const first = this.#asked.find(one => one.call.idempotencyKey === call.idempotencyKey)?.call ?? call
    this.#checkPrice(paid, orders, { ...call, step: first.step, at: first.at }, complain)
  }

  /** As far as nobody was told anything before. */
  #checkToldDelivery(call: AnsweredCall, complain: Complain): void {
    const orders = ordersIn(call.answer.body)
    const others = this.#announced.filter(one => one !== call && !hadNoEffect(one))
    const mayBeOlder = others.some(one =>
      ordersNamedIn(one, transferRoute).some(id => orders.some(({ _id }) => _id === id)),
    )
    const told = sumOf(orders.map(({ transferDelivery }) => thousandthsOf(transferDelivery ?? 0)))
    if (!mayBeOlder) this.#checkPrice(told, orders, call, complain)
  }

  #checkPrice(delivery: number, orders: readonly Order[], call: AnsweredCall, complain: Complain): void {
    const costs = this.#prices.costs(sumOf(orders.map(({ totalPrice }) => thousandthsOf(totalPrice))), call)
    if (costs?.includes(delivery) === false)
      complain(
        'delivery that was entered',
        `${delivery / 1000} for ${orders.map(({ number }) => number).join(', ')}, possible is ${costs.map(cost => cost / 1000)}`,
      )
  }

  #checkWaiting(
    { _id, number, transferUntil, transferDelivery: delivery = null, heldUntil, state }: Order,
    call: AnsweredCall,
    complain: Complain,
  ): void {
    const before = this.#waiting.get(_id)
    if (before !== undefined && before.until !== transferUntil)
      complain('transfer waits once', `${number} waited until ${before.until}, now until ${transferUntil}`)
    if (before !== undefined && before.delivery !== delivery)
      complain('told once', `${number} was told with ${before.delivery} of delivery, now with ${delivery}`)
    if (!transferUntil || before !== undefined) return
    this.#waiting.set(_id, { until: transferUntil, delivery })
    if (!isCall(call, transferRoute)) return
    if (state !== 'held' || heldUntil !== transferUntil)
      complain(
        'transfer keeps stock',
        `${number} waits until ${transferUntil}, but is ${state} until ${heldUntil}`,
      )
    // The answer to an earlier announcement may have been lost: the first one counts.
    const announced = this.#announced.filter(
      one => one === call || (!hadNoEffect(one) && ordersNamedIn(one, transferRoute).includes(_id)),
    )
    if (!announced.some(({ step, at }) => this.#mayWait(transferUntil, { ...call, step, at })))
      complain('transfer days', `${number} waits until ${transferUntil}, which the shop does not say`)
  }

  /** Whether an announcement that was sent and answered then may keep an order until this moment. */
  #mayWait(transferUntil: string, { step, at, answer }: AnsweredCall): boolean {
    const until = Date.parse(transferUntil)
    const possible = this.#days.possible({ step, at, answer })
    return possible?.some(days => until >= at + days * day && until <= answer.at + days * day) ?? true
  }

  /** The card provider has nothing to do with such money: it goes back at once, and not from there. */
  quiet(books: Books, complain: Complain): void {
    const there = new Set(
      books.payments.flatMap(({ refunds }) => refunds.map(({ metadata }) => metadata.refundId)),
    )
    const noted = books.orders.filter(({ paidBy }) => paidBy)
    for (const { _id, number, transactionId } of noted) {
      if (books.payments.some(({ id }) => id === transactionId))
        complain(
          'noted outside the provider',
          `${number} was not paid by card, but the provider has ${transactionId}`,
        )
      for (const entry of books.refunds.get(_id) ?? []) {
        if (entry.reason !== 'by_admin') continue
        if (there.has(entry._id))
          complain('noted outside the provider', `${entry._id} of ${number} was sent to the provider`)
        if (entry.status !== 'succeeded')
          complain('noted refund made', `${entry._id} of ${number} is ${entry.status}`)
      }
    }
    const marked = noted.filter(({ paidBy }) => paidBy?.method !== 'voucher')
    for (const [transaction, together] of Map.groupBy(marked, order => order.transactionId ?? '')) {
      const calls = this.#asked.filter(({ orders }) => together.some(({ _id }) => orders.includes(_id)))
      const isWhole = calls.some(({ orders }) => isSame(orders, together))
      if (!isWhole) complain('noted together', `nobody marked exactly the orders of ${transaction} as paid`)
    }
  }
}

const isSame = (ids: readonly string[], orders: readonly Order[]): boolean =>
  ids.length === orders.length && orders.every(({ _id }) => ids.includes(_id))

function daysIn(body: unknown): number {
  const { transfer } = fieldsOf(fieldsOf(body).content)
  return Number(fieldsOf(transfer).days ?? 0)
}

/** Days of a simulated shop are in UTC. */
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

function checkNote(call: AnsweredCall, complain: Complain): void {
  const orders = ordersIn(call.answer.body)
  const { amount, date } = fieldsOf(call.body)
  const numbers = orders.map(({ number }) => number).join(', ')
  if (!isSame(ordersNamedIn(call, noteRoute), orders))
    complain('noted together', `${numbers} are answered, others were asked for`)
  if (new Set(orders.map(({ transactionId }) => transactionId)).size > 1)
    complain('noted together', `${numbers} were marked as paid together, but have several payments`)
  if (new Set(orders.map(({ email }) => email)).size > 1)
    complain('noted for one customer', `${numbers} are of several customers`)
  const due = sumOf(
    orders.map(({ totalPrice, paidDelivery }) => thousandthsOf(totalPrice) + thousandthsOf(paidDelivery)),
  )
  if (thousandthsOf(Number(amount)) !== due)
    complain('amount noted', `${amount} were noted for ${numbers}, which cost ${due / 1000}`)
  if (orders.some(({ paid, paidBy }) => !paid || !paidBy))
    complain('noted once', `${numbers} are answered as marked, but were not paid like this`)
  const on = textOf(date)
  if (on > dayOf(call.answer.at) || on < dayOf(call.at - 367 * day))
    complain('day noted', `${numbers} were marked as paid on ${on}`)
}
