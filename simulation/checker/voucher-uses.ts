import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, isRefused } from './call.ts'
import { hadNoEffect } from './content-calls.ts'
import { coverRoute, type Orders, ordersNamedIn, ordersToPay } from './orders.ts'
import type { KnownPayment, Payments } from './payments.ts'
import type { Account, People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { lookOf, type Voucher, type VoucherLists } from './voucher-lists.ts'
import { codeOf, fieldsOf, type Order, textOf } from './wire.ts'

export const startRoute = 'POST /api/create-payment-intent'

const minute = 60_000
/** After this, an open payment that nobody touches makes room for others. */
const idleMs = 30 * minute
/** A request that hangs on its way may still arrive, and then its payment is open for a while. */
const hangingMs = 90 * minute
/** By then the shop has closed all that nobody pays. */
const closedMs = 24 * 60 * minute

/** A request to use a voucher. */
interface Wish {
  call: Call
  payer: Account | undefined
  look: string
  orders: readonly string[]
}

/** What may use a voucher: `firm` if the shop may not end it for others. */
interface Holder {
  payer: Account | undefined
  isFirm: boolean
}

/** A payment that has kept an order, from when to when it was opened. */
interface Kept {
  name: string
  payer: Account | undefined
  look: string
  voucher: string
  from: Call
  until: { step: number; at: number }
}

/** No voucher is used more often than its owner says, and nobody is refused while uses are left. */
export class VoucherUses implements Rules {
  readonly #people: People
  readonly #orders: Orders
  readonly #payments: Payments
  readonly #lists: VoucherLists
  readonly #openings: Wish[] = []
  readonly #coverings: Wish[] = []

  constructor(people: People, orders: Orders, payments: Payments, lists: VoucherLists) {
    this.#people = people
    this.#orders = orders
    this.#payments = payments
    this.#lists = lists
  }

  sent(call: Call): void {
    const wish = (orders: readonly string[]): Wish => ({
      call,
      payer: this.#people.callerOf(call),
      look: lookOf(textOf(fieldsOf(call.body).voucher)),
      orders,
    })
    if (isCall(call, startRoute)) this.#openings.push(wish(ordersToPay(call)))
    if (isCall(call, coverRoute)) this.#coverings.push(wish(ordersNamedIn(call, coverRoute)))
  }

  /** Whether a voucher may have been used up while a call was answered. */
  mayBeUsedUp({ code, from, uses, usesPerPerson }: Voucher, call: AnsweredCall): boolean {
    const payer = this.#people.callerOf(call)
    const holders = this.#holders({ look: lookOf(code), since: Date.parse(from) }, payer, call)
    return (
      isReached(holders, uses) ||
      isReached(
        holders.filter(one => one.payer === payer),
        usesPerPerson,
      )
    )
  }

  #holders(
    { look, since }: { look: string; since: number },
    caller: Account | undefined,
    call: AnsweredCall,
  ): Holder[] {
    const known = [...this.#payments.byId].flatMap(([id, payment]): Holder[] => {
      if (lookOf(payment.voucher) !== look || payment.call.answer.at < since) return []
      if (payment.isTried) return this.#havePaidOtherwise(id, payment, 'all') ? [] : [firm(payment)]
      const age = call.at - payment.call.answer.at
      if (age > closedMs || this.#isReplaced(id, payment, call)) return []
      return [{ payer: payment.payer, isFirm: age <= idleMs && payment.payer !== caller }]
    })
    const unknown = this.#openings.flatMap((wish): Holder[] => {
      const isDifferent = wish.call === call || wish.look !== look
      if (
        isDifferent ||
        isBefore(wish, since) ||
        hadNoEffect(wish.call) ||
        (isDone(wish.call) && !wish.call.isDoubled)
      )
        return []
      const age = call.at - wish.call.at
      if (age > closedMs + hangingMs) return []
      return [{ payer: wish.payer, isFirm: age <= hangingMs && wish.payer !== caller }]
    })
    const covered = this.#coverings
      .filter(wish => wish.look === look && !isBefore(wish, since) && !hadNoEffect(wish.call))
      .map(firm)
    return [...known, ...unknown, ...covered]
  }

  /** The newest payment for an order is the only one. */
  #isReplaced(id: string, payment: KnownPayment, call: Call): boolean {
    const isOver = this.#openings.some(({ call: later, orders }) => {
      if (!isDone(later) || later.step < payment.call.answer.step || later.answer.step > call.step)
        return false
      const secret = textOf(fieldsOf(later.answer.body).clientSecret)
      const isOther = secret !== '' && !secret.startsWith(`${id}_`)
      return isOther && orders.some(order => payment.orders.has(order))
    })
    return isOver || this.#havePaidOtherwise(id, payment, 'some')
  }

  #havePaidOtherwise(id: string, { orders }: KnownPayment, how: 'some' | 'all'): boolean {
    const isElsewhere = (order: string) => {
      const paid = this.#orders.byId.get(order)?.paid
      return paid !== undefined && paid.transactionId !== id
    }
    return how === 'all' ? [...orders].every(isElsewhere) : [...orders].some(isElsewhere)
  }

  quiet({ orders, reading }: Books, complain: Complain): void {
    const paid = Map.groupBy(
      orders.filter(order => order.paid),
      order => order.transactionId ?? '',
    )
    const kept = [...paid].flatMap(([id, together]) => this.#keptBy(id, together, reading) ?? [])
    for (const [look, same] of Map.groupBy(kept, one => one.look)) {
      this.#check(look, same, voucher => voucher.uses, complain)
      for (const own of Map.groupBy(same, one => one.payer).values())
        this.#check(look, own, voucher => voucher.usesPerPerson, complain)
    }
  }

  #keptBy(id: string, together: readonly Order[], reading: AnsweredCall): Kept | undefined {
    const payment = this.#payments.byId.get(id)
    const names = together.map(({ number }) => number).join(' and ')
    if (payment) {
      if (payment.voucher === '') return undefined
      const { payer, voucher, orders } = payment
      const look = lookOf(voucher)
      // An earlier request may have opened it, whose answer was lost.
      const from = this.#openings.find(
        wish =>
          wish.look === look &&
          wish.payer === payer &&
          isSame(wish.orders, [...orders]) &&
          wish.call.step <= payment.call.step &&
          (!isDone(wish.call) || wish.call.isDoubled || wish.call === payment.call),
      )
      return {
        name: names,
        payer,
        look,
        voucher,
        from: from?.call ?? payment.call,
        until: payment.call.answer,
      }
    }
    if (together[0]?.paidBy?.method !== 'voucher') return undefined
    const ids = together.map(({ _id }) => _id)
    const wishes = this.#coverings.filter(({ call, orders }) => !isRefused(call) && isSame(orders, ids))
    const [first] = wishes
    if (!first) return undefined
    const done = wishes.find(({ call }) => isDone(call) && codeOf(call.answer.body) === '')
    const { payer, look, call } = done ?? first
    const voucher = textOf(fieldsOf(call.body).voucher)
    const seen = this.#orders.byId.get(ids[0] ?? '')?.paid?.call ?? reading
    return { name: names, payer, look, voucher, from: first.call, until: done?.call.answer ?? seen.answer }
  }

  /**
   * Each was opened when there was room for one more, as the list of vouchers said then, or while others were opened. A new
   * first day begins a new count.
   */
  #check(
    look: string,
    kept: readonly Kept[],
    limitIn: (voucher: Voucher) => number | null,
    complain: Complain,
  ): void {
    const inOrder = kept.toSorted((one, other) => one.until.step - other.until.step)
    for (const [index, one] of inOrder.entries()) {
      const meanwhile = kept.filter(
        other => other.from.step <= one.until.step && other.until.step >= one.from.step,
      )
      const offers = meanwhile.map(other => this.#offersFor(other))
      const most = Math.max(
        ...offers.flatMap(
          same => same?.map(offer => limitIn(offer) ?? Number.POSITIVE_INFINITY) ?? unlimited,
        ),
      )
      const since = Math.max(...offers.flatMap(same => same?.map(({ from }) => Date.parse(from)) ?? []))
      const number = inOrder.slice(0, index).filter(({ from }) => from.at >= since).length + 1
      const mayBeEarlier = one.from.at < since
      if (!mayBeEarlier && number > most)
        complain('voucher used too often', `${one.name} used ${look} as number ${number} of ${most}`)
    }
  }

  /** What the voucher may have been when it was entered; undefined if that is not known. */
  #offersFor({ voucher, from, until }: Kept): Voucher[] | undefined {
    const read = { step: from.step, at: from.at, answer: { ...until, status: 200, body: null } }
    const offers = this.#lists.meanings(voucher, read)?.filter(offer => offer !== undefined)
    return offers && offers.length > 0 ? offers : undefined
  }
}

const unlimited = [Number.POSITIVE_INFINITY]

/** Whether the request was certainly carried out before this moment, if at all. */
const isBefore = ({ call }: Wish, moment: number): boolean =>
  (call.answer && !call.isDoubled ? call.answer.at : call.at + hangingMs) < moment

const firm = ({ payer }: Pick<Holder, 'payer'>): Holder => ({ payer, isFirm: true })

const isSame = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every(id => others.includes(id))

/** Of those that could make room, the shop ends one. */
function isReached(holders: readonly Holder[], limit: number | null): boolean {
  const fixed = holders.filter(({ isFirm }) => isFirm).length
  return limit !== null && fixed + Math.max(0, holders.length - fixed - 1) >= limit
}
