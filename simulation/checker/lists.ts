import { type AnsweredCall, isDone, paramsOf } from './call.ts'
import { isOpen, type Orders } from './orders.ts'
import type { People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, ordersIn } from './wire.ts'

const usualLimit = 50

/** The lists of a customer's orders are complete. */
export class OwnLists implements Rules {
  readonly #orders: Orders
  readonly #people: People

  constructor(orders: Orders, people: People) {
    this.#orders = orders
    this.#people = people
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (!isDone(call) || !Array.isArray(call.answer.body)) return
    const isBag = paramsOf(call, 'GET /api/myBag') !== undefined
    const mine = paramsOf(call, 'GET /api/myBooking/{email}')
    if (!isBag && !mine) return
    const caller = this.#people.sessionOf(call)?.account
    const whose = mine ? this.#people.find(emailOf(mine.email)) : caller
    const listed = ordersIn(call.answer.body)
    for (const order of listed) {
      if (whose && emailOf(order.email) !== whose.email)
        complain('own orders only', `the list of ${whose.email} has ${order.number} of ${order.email}`)
      if (isBag && !isOpen(order)) complain('bag', `${order.number} is in the bag and ${order.state}`)
    }
    const isWhole = isBag || (!call.query.has('after') && listed.length < this.#limitOf(call))
    if (!isWhole || !whose) return
    const ids = new Set(listed.map(({ _id }) => _id))
    for (const known of this.#orders.all) {
      if (known.owner !== whose || ids.has(known.id) || !this.#orders.isCertainlyThere(known, call)) continue
      if (isBag && (known.paid !== undefined || !isOpen(known.last.order) || this.#mayBePaid(known.id, call)))
        continue
      complain('order kept', `${known.number} is missing in ${call.path}`)
    }
  }

  #limitOf = ({ query }: AnsweredCall): number => Number(query.get('limit') ?? usualLimit)

  /** Money can arrive at any time once a payment was started. */
  #mayBePaid = (id: string, call: AnsweredCall): boolean =>
    this.#orders.startedPayments.some(
      ({ orders, call: start }) => orders.includes(id) && start.step < call.answer.step,
    )
}
