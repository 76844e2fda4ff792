import { isTooFine, leastChargeOf, stepOf, thousandthsIn, thousandthsOf } from './amounts.ts'
import type { AnsweredCall, Call } from './call.ts'
import { contentRegister, isContentCall, savedBy } from './content-calls.ts'
import type { Complain, Rules } from './rules.ts'
import { type Fields, fieldsOf, isFields, textOf } from './wire.ts'

export interface Voucher {
  code: string
  percent: number | null
  amount: number | null
  from: string
  until: string
  least: number | null
  uses: number | null
  usesPerPerson: number | null
}

/** Amounts in thousandths, in a currency. */
export interface Sum {
  goods: number
  delivery: number
  currency: string
}

/** What owners have said about vouchers. */
export class VoucherLists implements Rules {
  readonly #contentCalls: Call[] = []

  sent(call: Call): void {
    if (isContentCall(call)) this.#contentCalls.push(call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    const wrong = savedBy(call).find(isWrong)
    if (wrong) complain('bad voucher refused', `${vouchersText(wrong)} was accepted`)
  }

  /** What a typed code may mean while a call is answered, once for each list that may hold; undefined if that is not known. */
  meanings(typed: string, call: Pick<Call, 'step' | 'at' | 'answer'>): (Voucher | undefined)[] | undefined {
    const texts = contentRegister(this.#contentCalls, '[]', vouchersText).possible(call)
    return (
      texts &&
      [...new Set(texts)].map(text =>
        (JSON.parse(text) as Voucher[]).find(({ code }) => lookOf(code) === lookOf(typed)),
      )
    )
  }
}

/** Letters and digits that look alike are the same. */
export const lookOf = (code: string): string =>
  code.replace(/\s/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Days of a simulated shop are in UTC. */
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

const isDay = ({ from, until }: Voucher, day: string): boolean =>
  from <= day && (until === '' || day <= until)

/** Whether a voucher may be good for goods while a call is answered, as to day and sum. */
export const mayHold = (voucher: Voucher, goods: number, { at, answer }: AnsweredCall): boolean =>
  [at, answer.at].some(moment => isDay(voucher, dayOf(moment))) && isEnough(voucher, goods)

/** Whether it certainly is. */
export const holds = (voucher: Voucher, goods: number, { at, answer }: AnsweredCall): boolean =>
  [at, answer.at].every(moment => isDay(voucher, dayOf(moment))) && isEnough(voucher, goods)

const isEnough = ({ least }: Voucher, goods: number): boolean =>
  least === null || goods >= thousandthsOf(least)

/** At most the goods, and never so much that less than the least charge is left, unless nothing is. */
export function discountOf({ percent, amount }: Voucher, { goods, delivery, currency }: Sum): number {
  const whole = percent === null ? thousandthsOf(amount) : partOf(goods, percent, stepOf(currency))
  const discount = Math.min(goods, whole)
  const left = goods + delivery - discount
  const missing = left > 0 ? Math.max(0, leastChargeOf(currency) - left) : 0
  return Math.max(0, discount - missing)
}

/** Rounded half up to whole steps. Percentages have at most three decimals. */
function partOf(goods: number, percent: number, step: number): number {
  const product = BigInt(Math.round(goods / step)) * BigInt(Math.round(percent * 1000))
  const [steps, rest] = [product / 100_000n, product % 100_000n]
  return (Number(steps) + (2n * rest >= 100_000n ? 1 : 0)) * step
}

const listIn = (body: unknown): Fields[] => {
  const { vouchers } = fieldsOf(fieldsOf(body).content)
  return Array.isArray(vouchers) ? vouchers.filter(isFields) : []
}

const tidy = (code: unknown): string => textOf(code).replace(/\s/g, '').toUpperCase()

const vouchersText = (body: unknown): string =>
  JSON.stringify(listIn(body).map(voucher => ({ ...voucher, code: tidy(voucher.code) })))

const highestMinor = 100_000_000

/** Whether no shop can offer these. */
function isWrong(body: unknown): boolean {
  const list = listIn(body)
  const currency = textOf(fieldsOf(fieldsOf(body).content).currency) || 'USD'
  const looks = list.map(({ code }) => lookOf(textOf(code)))
  return new Set(looks).size < looks.length || list.some(voucher => isWrongVoucher(voucher, currency))
}

function isWrongVoucher(voucher: Fields, currency: string): boolean {
  const { code, percent, amount, from, until, least, uses, usesPerPerson } = voucher
  const isAmount = (value: unknown) =>
    typeof value === 'number' &&
    value > 0 &&
    !isTooFine(value, currency) &&
    thousandthsOf(value) <= thousandthsIn(highestMinor, currency)
  const isPercent = typeof percent === 'number' && percent > 0 && percent <= 100
  const isWorth = percent === null ? isAmount(amount) : isPercent && amount === null
  const isCount = (value: unknown) => value === null || (Number.isInteger(value) && Number(value) >= 1)
  return !(
    /^[A-Z0-9][A-Z0-9-]{2,23}$/.test(tidy(code)) &&
    isWorth &&
    (least === null || isAmount(least)) &&
    (until === '' || textOf(until) >= textOf(from)) &&
    isCount(uses) &&
    isCount(usesPerPerson)
  )
}
