import { thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, isRefused, paramsOf } from './call.ts'
import { isOnItsWay } from './money.ts'
import type { People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, keptText, ordersIn, type RefundEntry, sumOf, textOf } from './wire.ts'

const route = 'POST /api/booking/{id}/refund'

/** Every refund that was asked for is made once, in its amount. */
export class Refunds implements Rules {
  readonly #people: People
  readonly #asked: { order: string; call: Call }[] = []

  constructor(people: People) {
    this.#people = people
  }

  sent(call: Call): void {
    const params = paramsOf(call, route)
    if (params) this.#asked.push({ order: params.id ?? '', call })
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (!isCall(call, route) || !isDone(call)) return
    const [order] = ordersIn(call.answer.body)
    const { amount } = fieldsOf(call.body)
    if (!order) return
    if (amount === undefined && order.refundableAmount > 0 && !hasFailed(call))
      complain(
        'refund amount',
        `${order.number}: all was asked to go back, ${order.refundableAmount} is left`,
      )
    if (amount === undefined && order.paidAmount === 0 && order.state !== 'refunded')
      complain('canceled', `${order.number} cost nothing, was to be canceled, and is ${order.state}`)
    if (typeof amount !== 'number') return
    const back = thousandthsOf(order.refundedAmount) + thousandthsOf(order.refundPendingAmount)
    if (back < thousandthsOf(amount) && !hasFailed(call))
      complain('refund amount', `${order.number}: ${amount} were asked to go back, ${back / 1000} do`)
  }

  quiet(books: Books, complain: Complain): void {
    const entries = new Map([...books.refunds.values()].flat().map(entry => [entry._id, entry]))
    const noted = new Set(books.orders.filter(({ paidBy }) => paidBy).map(({ _id }) => _id))
    const byCard = [...books.refunds].flatMap(([order, list]) =>
      list.filter(entry => !noted.has(order) || entry.reason !== 'by_admin'),
    )
    this.#atProvider(books, entries, new Set(byCard), complain)
    for (const [order, list] of books.refunds) this.#asAsked(order, list, complain)
    for (const { _id, number, refundedAmount, restockedQuantity, transactionId } of books.orders) {
      const list = books.refunds.get(_id) ?? []
      const done = sumOf(
        list.filter(({ status }) => status === 'succeeded').map(({ amount }) => thousandthsOf(amount)),
      )
      if (transactionId && done < thousandthsOf(refundedAmount))
        complain(
          'refund amount',
          `${number} says that ${refundedAmount} went back, its refunds say ${done / 1000}`,
        )
      if (sumOf(list.map(({ restocked }) => restocked)) !== restockedQuantity)
        complain(
          'restock once',
          `${number} says that ${restockedQuantity} came back, its refunds say otherwise`,
        )
    }
  }

  #atProvider(
    books: Books,
    entries: ReadonlyMap<string, RefundEntry>,
    byCard: ReadonlySet<RefundEntry>,
    complain: Complain,
  ): void {
    const made = new Set<string>()
    for (const { id, refunds } of books.payments)
      for (const refund of refunds) {
        const { refundId } = refund.metadata
        if (refundId === undefined || !isOnItsWay(refund)) continue
        const entry = entries.get(refundId)
        if (made.has(refundId)) complain('refund once', `the refund ${refundId} of ${id} was made twice`)
        made.add(refundId)
        if (entry && thousandthsOf(entry.amount) !== refund.amount)
          complain('refund amount', `${refundId} is about ${entry.amount}, ${refund.amount / 1000} go back`)
      }
    for (const entry of byCard)
      if (
        entry.amount > 0 &&
        entry.status !== 'failed' &&
        entry.reason !== 'by_provider' &&
        !made.has(entry._id)
      )
        complain(
          'refund reaches the provider',
          `${entry._id} of ${entry.amount} is ${entry.status}, and not there`,
        )
  }

  /** Calls of one admin with one key ask for one refund. */
  #asAsked(order: string, entries: readonly RefundEntry[], complain: Complain): void {
    const calls = this.#asked.filter(asked => asked.order === order && !isRefused(asked.call))
    const groups = Map.groupBy(calls, ({ call }) =>
      call.idempotencyKey === undefined
        ? `call ${call.number}`
        : `key ${call.idempotencyKey} of ${this.#people.callerOf(call)?.email}`,
    )
    const byAdmins = entries.filter(({ reason }) => reason === 'by_admin')
    const byNote = Map.groupBy([...groups.values()], ([first]) =>
      keptText(textOf(fieldsOf(first?.call.body).reason)),
    )
    // An erasure takes the notes away.
    const named = byAdmins.filter(({ note }) => note)
    const nameless = byAdmins.filter(({ note }) => !note)
    for (const [note, asked] of byNote) {
      const made = named.filter(entry => entry.note === note)
      const done = asked.filter(group => group.some(({ call }) => isDone(call)))
      if (made.length + nameless.length < done.length)
        complain(
          'refund kept',
          `${done.length} refunds of ${order} for '${note}' were confirmed, ${made.length} are known`,
        )
      if (made.length > asked.length && asked.every(([first]) => first?.call.idempotencyKey !== undefined))
        complain(
          'refund once',
          `${asked.length} refunds of ${order} for '${note}' were asked for, ${made.length} made`,
        )
      for (const [first] of done) {
        const { amount } = fieldsOf(first?.call.body)
        if (
          typeof amount === 'number' &&
          made.length > 0 &&
          ![...made, ...nameless].some(entry => thousandthsOf(entry.amount) === thousandthsOf(amount))
        )
          complain('refund amount', `no refund of ${order} for '${note}' is about ${amount}`)
      }
    }
    for (const { _id, note } of named)
      if (!byNote.has(note ?? ''))
        complain('refund once', `nobody has asked for the refund ${_id} of ${order}`)
    if (nameless.length > 0 && byAdmins.length > groups.size)
      complain(
        'refund once',
        `${groups.size} refunds of ${order} were asked for, ${byAdmins.length} were made`,
      )
  }
}

const hasFailed = ({ answer }: AnsweredCall): boolean => textOf(fieldsOf(answer.body).refundFailedAt) !== ''
