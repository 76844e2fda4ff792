import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, isCall, isDone, mayPrecede, paramsOf } from './call.ts'
import { type KnownOrder, type Orders, removeRoute } from './orders.ts'
import type { People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, type Order, ordersIn } from './wire.ts'

const day = 86_400_000

/** What an order says about itself, and what it has said before. */
export class OrderRules implements Rules {
  readonly #orders: Orders
  readonly #people: People
  readonly #numbers = new Map<string, string>()

  constructor(orders: Orders, people: People) {
    this.#orders = orders
    this.#people = people
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop') return
    this.#notFound(call, complain)
    if (!isDone(call)) return
    if (isCall(call, removeRoute)) this.#removed(call, complain)
    for (const order of ordersIn(call.answer.body)) {
      const known = this.#orders.byId.get(order._id)
      this.#own(order, call, complain)
      if (known) this.#compare(known, order, call, complain)
    }
  }

  quiet(books: Books, complain: Complain): void {
    const found = new Map(books.orders.map(order => [order._id, order]))
    for (const known of this.#orders.all) {
      const order = found.get(known.id)
      if (order) {
        this.#own(order, books.reading, complain)
        this.#compare(known, order, books.reading, complain)
      } else if (known.paid || this.#orders.isCertainlyThere(known, books.reading))
        complain('order kept', `${known.number} is gone`)
    }
  }

  /** The fields of one answer fit each other. */
  #own(order: Order, call: AnsweredCall, complain: Complain): void {
    const holder = this.#numbers.get(order.number)
    if (holder !== undefined && holder !== order._id)
      complain('order number once', `${order.number} is the number of ${holder} and of ${order._id}`)
    this.#numbers.set(order.number, order._id)
    const isPaidState = ['paid', 'sent', 'refunded'].includes(order.state)
    if (order.state !== 'removed' && isPaidState !== order.paid)
      complain('order state', `${order.number} is ${order.state}, but paid is ${order.paid}`)
    if (order.state === 'lapsed' && call.answer.at < Date.parse(order.heldUntil))
      complain('hold kept', `${order.number} has lapsed before ${order.heldUntil}`)
    if (order.state === 'sent' && order.sentAt === null)
      complain('order state', `${order.number} is sent, but nobody says when`)
    const [paid, refunded, pending, lost, kept] = [
      order.paidAmount,
      order.refundedAmount,
      order.refundPendingAmount,
      order.disputeLostAmount,
      order.keptAmount,
    ].map(thousandthsOf) as [number, number, number, number, number]
    if (kept !== Math.max(0, paid - refunded - pending - lost))
      complain(
        'order sums',
        `${order.number}, in thousandths: ${paid} - ${refunded} - ${pending} - ${lost} is not ${kept}`,
      )
    // What is under way may come on top while the shop does not know yet what was refunded at the provider by hand.
    if (refunded > paid)
      complain(
        'refund at most paid',
        `${order.number}: ${order.refundedAmount} went back of ${order.paidAmount}`,
      )
    if (order.restockedQuantity > order.quantity)
      complain(
        'restock at most sold',
        `${order.number}: ${order.restockedQuantity} of ${order.quantity} came back`,
      )
  }

  /** Nothing changes but by a call that was sent. */
  #compare(known: KnownOrder, order: Order, call: AnsweredCall, complain: Complain): void {
    const { first, number, paid } = known
    const isAnonymous = known.owner !== undefined && this.#people.mayBeClosed(known.owner, call)
    for (const field of ['number', 'itemId', 'itemName', 'createdAt'] as const)
      if (order[field] !== first[field])
        complain('order unchanged', `${number}: ${field} was '${first[field]}' and is '${order[field]}'`)
    for (const field of ['ownerName', 'email', 'mobileNumber', 'address'] as const)
      if (order[field] !== first[field] && !isAnonymous)
        complain('order unchanged', `${number}: ${field} was '${first[field]}' and is '${order[field]}'`)
    if (thousandthsOf(order.totalPrice) !== known.unitPrice * order.quantity)
      complain(
        'price fixed',
        `${number}: ${order.quantity} at ${known.unitPrice / 1000} are not ${order.totalPrice}`,
      )
    if (!known.quantity.allows(order.quantity, call))
      complain('quantity kept', `${number}: ${order.quantity} was never its quantity, or not any more`)
    if (paid && paid.call.answer.step < call.step) this.#comparePaid(paid, order, complain)
    if (this.#orders.wasRemovedBefore(known, call) && order.state !== 'removed')
      complain('removed for good', `${number} was removed and is ${order.state}`)
    this.#compareState(known, order, call, complain)
  }

  #comparePaid(paid: NonNullable<KnownOrder['paid']>, order: Order, complain: Complain): void {
    const { number } = order
    if (!order.paid) complain('paid for good', `${number} was paid and is ${order.state}`)
    else if (order.transactionId !== paid.transactionId)
      complain(
        'paid for good',
        `${number} was paid with ${paid.transactionId}, now with ${order.transactionId}`,
      )
    else if (thousandthsOf(order.paidAmount) !== paid.amount)
      complain('paid for good', `${number} was paid with ${paid.amount / 1000}, now with ${order.paidAmount}`)
  }

  #compareState(known: KnownOrder, order: Order, call: AnsweredCall, complain: Complain): void {
    const { number } = known
    const isClosed = known.owner === undefined || this.#people.mayBeClosed(known.owner, call)
    const isOld = call.at - Date.parse(known.first.createdAt) > 364 * day
    if (
      order.state === 'removed' &&
      !isClosed &&
      !isOld &&
      !known.removals.some(one => mayPrecede(one, call))
    )
      complain('order kept', `${number} is removed, but its owner has not asked for it`)
    if (order.sentAt !== null && !known.sendings.some(one => mayPrecede(one, call)))
      complain('order state', `${number} is sent, but no admin has sent it`)
  }

  #removed(call: AnsweredCall, complain: Complain): void {
    const known = this.#orders.byId.get(paramsOf(call, removeRoute)?.id ?? '')
    if (known?.paid && known.paid.call.answer.step < call.step)
      complain('paid for good', `${known.number} is paid and was removed`)
  }

  /** The owner of an order that is there is never told that it is not. */
  #notFound(call: AnsweredCall, complain: Complain): void {
    if (call.answer.status !== 404) return
    const known = this.#orders.byId.get(orderIdOf(call) ?? '')
    const caller = this.#people.sessionOf(call)
    if (!known || !caller || caller.account !== known.owner) return
    if (this.#orders.isCertainlyThere(known, call))
      complain('order kept', `${known.number} is gone: ${call.method} ${call.path} says 404`)
  }
}

/** Changing the quantity also says 404 when the item is not on sale any more. */
function orderIdOf(call: AnsweredCall): string | undefined {
  if (isCall(call, 'POST /api/create-payment-intent')) {
    const { _id, with: others } = fieldsOf(call.body)
    // One order of several may be the one that is gone.
    return Array.isArray(others) && others.length > 0 ? undefined : String(_id)
  }
  for (const route of [
    'GET /api/booking/{id}',
    'PATCH /api/booking/{id}',
    'GET /api/booking/{id}/timeline',
    'DELETE /api/myBooking/{id}',
  ]) {
    const params = paramsOf(call, route)
    if (params) return params.id
  }
  return undefined
}
