import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, isRefused, mayPrecede } from './call.ts'
import type { ClosedDays } from './closed.ts'
import type { Items } from './items.ts'
import type { Orders } from './orders.ts'
import type { Account, People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, type Fields, fieldsOf, keptText, type Order, ordersIn } from './wire.ts'

const route = 'POST /api/booking'
const mostUnpaid = 20

/** An order is what was asked for, at the item's price, once for each idempotency key. */
export class Placing implements Rules {
  readonly #orders: Orders
  readonly #people: People
  readonly #items: Items
  readonly #closedDays: ClosedDays
  readonly #byKey = new Map<string, AnsweredCall>()
  readonly #placed = new Map<string, AnsweredCall>()

  constructor(orders: Orders, people: People, items: Items, closedDays: ClosedDays) {
    this.#orders = orders
    this.#people = people
    this.#items = items
    this.#closedDays = closedDays
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (!isDone(call)) return
    const [order] = isCall(call, route) ? ordersIn(call.answer.body) : []
    if (order) {
      this.#asAsked(order, call, complain)
      this.#once(order, call, complain)
      this.#placed.set(order._id, this.#placed.get(order._id) ?? call)
    }
    for (const seen of ordersIn(call.answer.body)) this.#fromSomewhere(seen, call, complain)
  }

  /** Orders that nobody was told of: no more than there were forms sent, when each form had its key. */
  quiet(books: Books, complain: Complain): void {
    const forms = Map.groupBy(
      this.#orders.placings.filter(({ call }) => !isRefused(call)),
      ({ account, call }) => `${account?.email} ${fieldsOf(call.body).itemId} ${fieldsOf(call.body).address}`,
    )
    const made = Map.groupBy(books.orders, order => `${order.email} ${order.itemId} ${order.address}`)
    for (const [form, placings] of forms) {
      const keys = new Set(placings.map(({ call }) => call.idempotencyKey))
      const orders = made.get(form) ?? []
      if (!keys.has(undefined) && orders.length > keys.size)
        complain('idempotent', `${keys.size} keys made the orders ${orders.map(({ number }) => number)}`)
    }
  }

  #asAsked(order: Order, call: AnsweredCall, complain: Complain): void {
    const body = fieldsOf(call.body)
    const caller = this.#people.callerOf(call)
    for (const field of ['itemId', 'ownerName', 'mobileNumber', 'address'] as const)
      if (keptText(body[field]) !== order[field])
        complain(
          'order as asked',
          `${order.number}: ${field} is '${order[field]}', asked was '${body[field]}'`,
        )
    if (caller && emailOf(order.email) !== caller.email)
      complain('order as asked', `${order.number} of ${caller.email} has ${order.email}`)
    // A repeated call gets the order as it is now.
    if (this.#placed.has(order._id) || this.#orders.byId.get(order._id)?.seen !== call) return
    if (order.quantity !== body.quantity)
      complain('order as asked', `${order.number} has ${order.quantity}, asked were ${body.quantity}`)
    if (order.totalPrice !== body.totalPrice)
      complain('order as asked', `${order.number} costs ${order.totalPrice}, agreed were ${body.totalPrice}`)
    const sinceFirst = this.#sinceFirstSent(call)
    this.#onSale(order, sinceFirst, complain)
    if (this.#closedDays.isCertainlyClosed(sinceFirst))
      complain('no order while closed', `${order.number} was placed while the shop was closed`)
    if (caller) this.#tooMany(caller, order, call, complain)
  }

  /** A form that was sent before with the same key may have made the order then. */
  #sinceFirstSent(call: AnsweredCall): AnsweredCall {
    const key = this.#keyOf(call)
    if (key === undefined) return call
    const first = this.#orders.placings.find(placing => this.#keyOf(placing.call) === key)?.call
    return first ? { ...call, step: first.step, at: first.at } : call
  }

  #onSale(order: Order, call: AnsweredCall, complain: Complain): void {
    const item = this.#items.byId.get(order.itemId)
    if (!item) return
    const unit = thousandthsOf(order.totalPrice) / order.quantity
    if (!item.price.allows(unit, call))
      complain('price of the item', `${order.number}: ${unit / 1000} was not the price of ${order.itemName}`)
    if (!item.name.allows(order.itemName, call))
      complain(
        'price of the item',
        `${order.number}: '${order.itemName}' was not the name of ${order.itemId}`,
      )
    const minimums = item.mustQuantity.possible(call)
    if (minimums?.every(minimum => order.quantity < minimum))
      complain('minimum quantity', `${order.number}: ${order.quantity} are less than ${minimums}`)
    if (item.isOnSale.certain(call) === false)
      complain('hidden item', `${order.number}: ${order.itemName} was not on sale`)
  }

  #tooMany(caller: Account, order: Order, call: AnsweredCall, complain: Complain): void {
    const unpaid = this.#orders.all.filter(
      known =>
        known.owner === caller &&
        !known.paid &&
        this.#orders.isCertainlyThere(known, call) &&
        !this.#orders.startedPayments.some(({ orders }) => orders.includes(known.id)),
    )
    if (unpaid.length >= mostUnpaid)
      complain(
        'at most twenty unpaid',
        `${order.number} is unpaid order ${unpaid.length + 1} of ${caller.email}`,
      )
  }

  #once(order: Order, call: AnsweredCall, complain: Complain): void {
    const earlier = this.#placed.get(order._id)
    const key = this.#keyOf(call)
    if (earlier && (key === undefined || this.#keyOf(earlier) !== key))
      complain('idempotent', `${order.number} is the answer to two calls without the same key`)
    if (key === undefined) return
    const same = this.#byKey.get(key)
    this.#byKey.set(key, same ?? call)
    if (!same) return
    const [first] = ordersIn(same.answer.body)
    if (first && first._id !== order._id)
      complain('idempotent', `one key of ${call.who} has made ${first.number} and ${order.number}`)
    if (!isSameForm(fieldsOf(same.body), fieldsOf(call.body)))
      complain('idempotent', `the key of ${order.number} was accepted for a different order`)
  }

  #keyOf(call: Call): string | undefined {
    const email = this.#people.callerOf(call)?.email
    return call.idempotencyKey === undefined ? undefined : `${email} ${call.idempotencyKey}`
  }

  /** An order that nobody was told of was at least asked for. */
  #fromSomewhere(order: Order, call: AnsweredCall, complain: Complain): void {
    const known = this.#orders.byId.get(order._id)
    if (known?.seen !== call || isCall(call, route)) return
    const isAsked = this.#orders.placings.some(
      ({ account, call: placing }) =>
        mayPrecede(placing, call) &&
        !isRefused(placing) &&
        (known.owner === undefined || account === known.owner) &&
        fieldsOf(placing.body).itemId === order.itemId,
    )
    if (!isAsked) complain('order as asked', `nobody has ordered ${order.number} of ${order.email}`)
  }
}

const isSameForm = (one: Fields, other: Fields): boolean =>
  ['itemId', 'quantity', 'ownerName', 'mobileNumber', 'address'].every(
    field => keptText(one[field]) === keptText(other[field]),
  )
