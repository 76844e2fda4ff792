import { stepOf, thousandthsOf } from './amounts.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, isRefused } from './call.ts'
import { discountFor, sharesOf, totalsIn } from './delivery.ts'
import type { DeliveryPrices } from './delivery-prices.ts'
import { coverRoute, ordersNamedIn, ordersToPay } from './orders.ts'
import type { KnownPayment, Payments } from './payments.ts'
import type { Complain, Rules } from './rules.ts'
import { discountOf, holds, lookOf, mayHold, type VoucherLists } from './voucher-lists.ts'
import { startRoute, type VoucherUses } from './voucher-uses.ts'
import { codeOf, fieldsOf, type Order, ordersIn, sumOf, textOf } from './wire.ts'

/** Who enters a voucher pays so much less, and all notes say so. */
export class Vouchers implements Rules {
  readonly #payments: Payments
  readonly #lists: VoucherLists
  readonly #uses: VoucherUses
  readonly #prices: DeliveryPrices
  readonly #coverings: Call[] = []

  constructor(payments: Payments, lists: VoucherLists, uses: VoucherUses, prices: DeliveryPrices) {
    this.#payments = payments
    this.#lists = lists
    this.#uses = uses
    this.#prices = prices
  }

  sent(call: Call): void {
    if (isCall(call, coverRoute)) this.#coverings.push(call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop') return
    const typed = textOf(fieldsOf(call.body).voucher)
    if (isCall(call, startRoute)) {
      if (isDone(call)) this.#checkDiscount(typed, call, complain)
      if (codeOf(call.answer.body) === 'voucher_refused') this.#checkRefusal(typed, call, complain)
    }
    if (!isDone(call)) return
    if (isCall(call, coverRoute)) this.#checkCovered(typed, call, complain)
    for (const { _id, number, paidBy } of ordersIn(call.answer.body))
      if (
        paidBy?.method === 'voucher' &&
        !this.#coverings.some(one => !isRefused(one) && ordersNamedIn(one, coverRoute).includes(_id))
      )
        complain('covered as asked', `nobody asked to pay ${number} with a voucher`)
  }

  #checkDiscount(typed: string, call: AnsweredCall, complain: Complain): void {
    const answer = fieldsOf(call.answer.body)
    const [amount, delivery, discount] = [answer.amount, answer.delivery, answer.discount].map(value =>
      thousandthsOf(typeof value === 'number' ? value : 0),
    ) as [number, number, number]
    if ((answer.clientSecret === '') !== (amount === 0))
      complain('covered without a card', `${answer.amount} with the secret '${answer.clientSecret}'`)
    if (typed === '') {
      if (discount > 0) complain('discount that was entered', `${discount / 1000} without a voucher`)
      return
    }
    const sum = { goods: amount - delivery + discount, delivery, currency: textOf(answer.currency) }
    const possible = this.#lists
      .meanings(typed, call)
      ?.flatMap(voucher => (voucher && mayHold(voucher, sum.goods, call) ? [discountOf(voucher, sum)] : []))
    if (possible?.includes(discount) === false)
      complain(
        'discount that was entered',
        `'${typed}' takes ${discount / 1000} off ${sum.goods / 1000} with delivery for ${delivery / 1000}, possible is ${possible.map(one => one / 1000)}`,
      )
  }

  #checkRefusal(typed: string, call: AnsweredCall, complain: Complain): void {
    const orders = ordersToPay(call)
    const totals = this.#payments.totalsOf(orders, call)
    if (totals.size < orders.length) return
    const goods = sumOf([...totals.values()])
    const meanings = this.#lists.meanings(typed, call) ?? [undefined]
    if (
      meanings.every(
        voucher => voucher && holds(voucher, goods, call) && !this.#uses.mayBeUsedUp(voucher, call),
      )
    )
      complain(
        'good voucher taken',
        `'${typed}' was refused for ${goods / 1000}: ${JSON.stringify(meanings)}`,
      )
  }

  /** It pays for exactly what was asked, and leaves nothing. */
  #checkCovered(typed: string, call: AnsweredCall, complain: Complain): void {
    const orders = ordersIn(call.answer.body)
    const asked = ordersNamedIn(call, coverRoute)
    const numbers = orders.map(({ number }) => number).join(', ')
    if (orders.length !== asked.length || orders.some(({ _id }) => !asked.includes(_id)))
      complain('covered as asked', `${numbers} are answered, others were asked for`)
    if (orders.some(({ paidBy, transactionId }) => paidBy?.method !== 'voucher' || transactionId === null))
      complain('covered as asked', `${numbers} were not paid with a voucher`)
    const goods = sumOf(orders.map(({ totalPrice }) => thousandthsOf(totalPrice)))
    const sum = { goods, delivery: 0, currency: orders[0]?.currency ?? 'USD' }
    const isWhole = this.#lists
      .meanings(typed, call)
      ?.some(voucher => voucher && mayHold(voucher, goods, call) && discountOf(voucher, sum) === goods)
    const isDelivered = this.#prices.costs(goods, call)?.includes(0)
    if (isWhole === false || isDelivered === false)
      complain('discount that was entered', `'${typed}' does not cover ${goods / 1000} for ${numbers}`)
  }

  quiet({ payments, orders }: Books, complain: Complain): void {
    const paid = Map.groupBy(orders, order => order.transactionId)
    for (const { id, currency, minor, amount, metadata } of payments) {
      const known = this.#payments.byId.get(id)
      if (!known) continue
      const noted = (Number(metadata.discount ?? 0) * amount) / minor
      if (Math.round(noted) !== known.discount)
        complain('discount is noted', `${id}: ${noted / 1000}, the page said ${known.discount / 1000}`)
      if (lookOf(metadata.voucher ?? '') !== lookOf(known.voucher))
        complain('discount is noted', `${id}: '${metadata.voucher}', '${known.voucher}' was entered`)
      checkShares({ known, together: paid.get(id) ?? [], step: stepOf(currency.toUpperCase()) }, complain)
    }
    for (const { number, paidBy, paidAmount, paidDelivery } of orders)
      if (paidBy?.method === 'voucher' && (paidAmount !== 0 || paidDelivery !== 0))
        complain('share of the discount', `${number} is covered, and ${paidAmount} were paid`)
  }
}

interface Sharing {
  known: KnownPayment
  together: readonly Order[]
  step: number
}

function checkShares({ known, together, step }: Sharing, complain: Complain): void {
  const found = totalsIn(known, together)
  if (!found) return
  const shares = sharesOf(known.discount, found.totals, step)
  for (const order of together) {
    const share = shares[found.names.indexOf(order._id)] ?? 0
    if (discountFor(order) !== share)
      complain(
        'share of the discount',
        `${order.number}: ${discountFor(order) / 1000} of ${known.discount / 1000}, its share is ${share / 1000}`,
      )
  }
}
