import { type Mail, worldCurrencies } from '../interfaces.ts'
import { foreignAmountIn, isCharged, isTooFine } from './amounts.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone } from './call.ts'
import { Register } from './register.ts'
import type { Complain, Rules } from './rules.ts'
import { type Fields, fieldsOf, isFields, itemsIn, listedItemsIn, ordersIn, textOf } from './wire.ts'

/** Whether all that carries money must name its currency. Otherwise what does not is in dollars. */
export const mustBeNamed = worldCurrencies.length > 1

const path = '/api/shopContent'
const isSave = (call: Call): boolean => isCall(call, `PUT ${path}`)
const isUndo = (call: Call): boolean => isCall(call, `POST ${path}/undo`)
const isContent = (call: Call): boolean => isSave(call) || isUndo(call) || isCall(call, `GET ${path}`)

/** Besides items and orders. */
const moneyRoutes = [
  'POST /api/create-payment-intent',
  'GET /api/insights',
  'GET /api/booking/{id}/refunds',
  'GET /api/booking/{id}/invoices',
  'GET /api/attention',
  'GET /api/taxes',
]

const amountFields = [
  ...['price', 'totalPrice', 'amount', 'paidAmount', 'paidDelivery', 'refundedAmount', 'discount'],
  ...['refundPendingAmount', 'refundableAmount', 'disputeLostAmount', 'keptAmount', 'transferDelivery'],
]

/** Public answers may be a second old, and somewhat more when many ask at once. */
const lateMs = 3000

/** A shop has one currency, which the owner chooses before somebody pays; unpaid orders may be gone again by then. */
export class Currency implements Rules {
  readonly #chosen = new Register<string>()
  /** What the first paid order that was seen is in. */
  #fixed: { code: string; call: AnsweredCall } | undefined

  constructor() {
    this.#chosen.begin('USD')
  }

  /** Undefined while it may be one of several. */
  codeFor(call: Pick<Call, 'step' | 'at' | 'answer'>): string | undefined {
    return this.#isFixedFor(call) ? this.#fixed?.code : this.#chosen.certain(call)
  }

  /** The currencies that a save may bring; undefined if it may be any. */
  broughtBy(call: Call): string[] | undefined {
    if (this.#isFixedFor(call)) return []
    if (isUndo(call)) return undefined
    const code = isSave(call) ? codeIn(fieldsOf(call.body).content) : undefined
    return code === undefined || code === this.#chosen.certain(call) ? [] : [code]
  }

  sent(call: Call): void {
    const codes = this.broughtBy(call)
    if (codes === undefined) this.#chosen.writeAnything(call)
    for (const code of codes ?? []) this.#chosen.write(code, call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !isDone(call)) return
    const order = ordersIn(call.answer.body).find(({ paid }) => paid)
    if (order) this.#fixed ??= { code: order.currency ?? 'USD', call }
    for (const one of moneyIn(call)) this.#check(one, call, complain)
    if (!isContent(call)) return
    const code = codeIn(fieldsOf(call.answer.body).content)
    if (code !== undefined) {
      this.#allow(code, call, complain)
      if (!this.#isFixedFor(call)) this.#chosen.write(code, call)
    }
    const asked = isSave(call) ? codeIn(fieldsOf(call.body).content) : undefined
    if (asked !== undefined && this.#isFixedFor(call) && asked !== this.#fixed?.code)
      complain('currency fixed', `${asked} was accepted although somebody has paid in ${this.#fixed?.code}`)
  }

  mail({ subject, text, to }: Mail, complain: Complain): void {
    const { code } = this.#fixed ?? {}
    const found = code && foreignAmountIn(`${subject}\n${text}`, code)
    if (found) complain('email in the currency', `'${subject}' to ${to} says ${found} in a shop of ${code}`)
  }

  quiet(books: Books, complain: Complain): void {
    const { reading } = books
    const lists = [...books.refunds.values(), ...books.invoices.values()]
    for (const one of [books.orders, books.items, books.attention, ...lists].flat())
      this.#check(fieldsOf(one), reading, complain)
    for (const { id, minor, currency, received } of books.payments) {
      const code = this.codeFor(reading)
      // One that was canceled may be older than the currency.
      if (received > 0 && code !== undefined && currency !== code.toLowerCase())
        complain('charged in the currency', `${id} is in ${currency}, the shop sells in ${code}`)
      if (!isCharged(minor, currency.toUpperCase()))
        complain('amount that cards take', `${id} is about ${minor} minor units of ${currency}`)
    }
  }

  /** Whether a paid order had been seen when the call was sent. */
  #isFixedFor({ step, at }: Pick<Call, 'step' | 'at'>, late = 0): boolean {
    const seen = this.#fixed?.call.answer
    return seen !== undefined && step > seen.step && at >= seen.at + late
  }

  #check(one: Fields, call: AnsweredCall, complain: Complain): void {
    const name = textOf(one.number) || textOf(one.name) || textOf(one._id) || call.path
    if (one.currency === undefined && mustBeNamed) {
      complain('currency named', `${call.method} ${call.path}: ${name} names no currency`)
      return
    }
    const code = codeIn(one) ?? 'USD'
    this.#allow(code, call, complain)
    for (const field of amountFields) {
      const amount = one[field]
      if (typeof amount === 'number' && isTooFine(amount, code))
        complain('amount in whole steps', `${name}: ${field} is ${amount} ${code}`)
    }
  }

  #allow(code: string, call: AnsweredCall, complain: Complain): void {
    const late = call.method === 'GET' ? lateMs : 0
    const isFixed = this.#isFixedFor(call, late)
    if (isFixed ? code === this.#fixed?.code : this.#chosen.allows(code, call, late)) return
    complain(
      isFixed && isContent(call) ? 'currency fixed' : 'currency named',
      `${call.method} ${call.path} says ${code}, which is not what the shop sells in`,
    )
  }
}

const codeIn = (value: unknown): string | undefined => textOf(fieldsOf(value).currency) || undefined

/** Everything in an answer that carries money. */
function moneyIn(call: AnsweredCall): Set<Fields> {
  const { body } = call.answer
  const others = moneyRoutes.some(route => isCall(call, route)) ? [body].flat().filter(isFields) : []
  const known = [...itemsIn(body), ...listedItemsIn(body), ...ordersIn(body)].map(fieldsOf)
  return new Set([...known, ...others])
}
