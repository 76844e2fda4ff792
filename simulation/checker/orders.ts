import { thousandthsOf } from './amounts.ts'
import { type AnsweredCall, type Call, isCall, isDone, mayPrecede, paramsOf, wasDoneBefore } from './call.ts'
import type { Account, People } from './people.ts'
import { Register } from './register.ts'
import type { Rules } from './rules.ts'
import { emailOf, fieldsOf, type Order, ordersIn, textOf } from './wire.ts'

/** What an answer has shown about the payment of an order. It cannot change any more. */
interface Paid {
  transactionId: string
  amount: number
  call: AnsweredCall
}

export interface KnownOrder {
  id: string
  number: string
  /** Undefined as long as only others have seen it. */
  owner: Account | undefined
  first: Order
  seen: AnsweredCall
  last: { order: Order; call: AnsweredCall }
  unitPrice: number
  quantity: Register<number>
  paid: Paid | undefined
  removals: Call[]
  sendings: Call[]
  unsendings: Call[]
}

/** Every order that was seen in an answer, and what was asked about it. */
export class Orders implements Rules {
  readonly byId = new Map<string, KnownOrder>()
  readonly placings: { account: Account | undefined; call: Call }[] = []
  /** What may have paid for orders, also if its answer was lost. */
  readonly startedPayments: { orders: string[]; call: Call }[] = []
  readonly #people: People
  /** Calls about orders that nobody has seen yet. */
  readonly #early: Call[] = []

  constructor(people: People) {
    this.#people = people
  }

  get all(): KnownOrder[] {
    return [...this.byId.values()]
  }

  sent(call: Call): void {
    if (isCall(call, 'POST /api/booking')) this.placings.push({ account: this.#people.callerOf(call), call })
    if (isCall(call, 'POST /api/create-payment-intent'))
      this.startedPayments.push({ orders: ordersToPay(call), call })
    for (const route of [noteRoute, coverRoute])
      if (isCall(call, route)) this.startedPayments.push({ orders: ordersNamedIn(call, route), call })
    if (isChange(call)) {
      this.#early.push(call)
      for (const order of this.byId.values()) note(order, call)
    }
  }

  /** Takes note of orders in the answer; the rules are in the other files. */
  answered(call: AnsweredCall): void {
    if (call.to !== 'shop' || !isDone(call)) return
    for (const order of ordersIn(call.answer.body)) {
      const known = this.byId.get(order._id) ?? this.#begin(order, call)
      known.owner ??= this.#ownerOf(order, call)
      known.last = { order, call }
      if (order.paid && !known.paid)
        known.paid = {
          transactionId: order.transactionId ?? '',
          amount: thousandthsOf(order.paidAmount),
          call,
        }
    }
  }

  #begin(order: Order, call: AnsweredCall): KnownOrder {
    const known: KnownOrder = {
      id: order._id,
      number: order.number,
      owner: undefined,
      first: order,
      seen: call,
      last: { order, call },
      unitPrice: thousandthsOf(order.totalPrice) / order.quantity,
      quantity: new Register(),
      paid: undefined,
      removals: [],
      sendings: [],
      unsendings: [],
    }
    this.byId.set(order._id, known)
    known.quantity.write(order.quantity, call)
    for (const earlier of this.#early) note(known, earlier)
    return known
  }

  #ownerOf(order: Order, call: AnsweredCall): Account | undefined {
    const caller = this.#people.callerOf(call)
    if (caller && emailOf(order.email) === caller.email) return caller
    return this.#people.find(emailOf(order.email))
  }

  /** Whether the order was certainly there, and not removed, while the call was answered. */
  isCertainlyThere(order: KnownOrder, call: AnsweredCall): boolean {
    if (order.seen.answer.step >= call.step || order.last.order.state === 'removed') return false
    if (!order.owner || this.#people.mayBeClosed(order.owner, call)) return false
    if (call.at - Date.parse(order.first.createdAt) > keptUnpaidMs && !order.paid) return false
    if (order.paid && order.paid.call.answer.step < call.step) return true
    return !order.removals.some(removal => mayPrecede(removal, call))
  }

  wasRemovedBefore = (order: KnownOrder, call: Call): boolean =>
    order.removals.some(removal => isCall(removal, removeRoute) && wasDoneBefore(removal, call))
}

/** KEEP_UNPAID_ORDERS_DAYS: the shop forgets unpaid orders after a year. */
const keptUnpaidMs = 364 * 86_400_000

export const removeRoute = 'DELETE /api/myBooking/{id}'
const quantityRoute = 'PUT /api/booking/{id}/quantity'
const sendRoute = 'POST /api/booking/send'
const unsendRoute = 'POST /api/booking/{id}/unsend'

const isChange = (call: Call): boolean =>
  [removeRoute, quantityRoute, sendRoute, unsendRoute].some(route => isCall(call, route))

function note(order: KnownOrder, call: Call): void {
  if (paramsOf(call, removeRoute)?.id === order.id) order.removals.push(call)
  if (paramsOf(call, unsendRoute)?.id === order.id) order.unsendings.push(call)
  if (paramsOf(call, quantityRoute)?.id === order.id)
    order.quantity.write(Number(fieldsOf(call.body).quantity), call)
  if (isCall(call, sendRoute) && sentOrders(call).includes(order.id)) order.sendings.push(call)
}

export const sentOrders = (call: Call): string[] => {
  const { orders } = fieldsOf(call.body)
  return Array.isArray(orders) ? orders.map(parcel => textOf(fieldsOf(parcel).id)) : []
}

/** An order that can be paid or removed. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'held' || state === 'lapsed'

/** Marks orders as paid by transfer, in cash or at the terminal. */
export const noteRoute = 'POST /api/booking/{id}/paid'
/** Pays for orders with a voucher that leaves nothing to pay. */
export const coverRoute = 'POST /api/booking/{id}/covered'

/** The order of the path, and those that go with it. */
export const ordersNamedIn = (call: Call, route: string): string[] =>
  ordersToPay({ ...call, body: { ...fieldsOf(call.body), _id: paramsOf(call, route)?.id ?? '' } })

/** The orders that a payment is started for; one that is named twice counts once. */
export function ordersToPay(call: Call): string[] {
  const { _id, with: others } = fieldsOf(call.body)
  return [...new Set([textOf(_id), ...(Array.isArray(others) ? others.map(textOf) : [])])]
}
