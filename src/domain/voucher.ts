import { shopCurrency } from './currency.ts'
import { dateOf } from './date-words.ts'
import { formatPrice, type Minor, minorOf, minPrice } from './money.ts'
import { Refusal } from './refusal.ts'

/** A code that makes a payment cheaper. Amounts are in major units, as owners enter them. */
export interface Voucher {
  /** Upper case. */
  code: string
  /** Either a percentage or an amount is set. */
  percent: number | null
  amount: number | null
  /** The first and the last day, in the shop's time zone; an empty last day means for ever. */
  from: string
  until: string
  /** The least sum of goods, without delivery. */
  least: number | null
  /** How many payments it is good for, in all and of one customer; null for any number. */
  uses: number | null
  usesPerPerson: number | null
}

/** As people type it: '  welcome10' is 'WELCOME10'. */
export const normalizeCode = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

export const codePattern = /^[A-Z0-9][A-Z0-9-]{2,23}$/

const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Codes that look alike are the same code: people mistake O for 0, and I and L for 1. */
export const foldedCode = (code: string): string =>
  normalizeCode(code).replace(/[OIL]/g, letter => lookAlikes[letter] ?? letter)

export const findVoucher = (vouchers: readonly Voucher[], typed: string): Voucher | undefined =>
  vouchers.find(({ code }) => foldedCode(code) === foldedCode(typed))

/** What is wrong with a list of vouchers: the index of one, its field, and a sentence. */
export function problemsOfVouchers(vouchers: readonly Voucher[]): [number, keyof Voucher, string][] {
  return vouchers.flatMap((voucher, index): [number, keyof Voucher, string][] => {
    const { code, percent, amount, from, until } = voucher
    const same = findVoucher(vouchers.slice(0, index), code)
    if (same) return [[index, 'code', `This looks like ‘${same.code}’. Choose another code.`]]
    if (percent === null && amount === null) return [[index, 'percent', 'Enter a percentage or an amount.']]
    if (percent !== null && amount !== null)
      return [[index, 'amount', 'Enter a percentage or an amount, not both.']]
    if (until !== '' && until < from) return [[index, 'until', 'The last day is before the first one.']]
    return []
  })
}

/** How often a voucher was used, counting payments that may still succeed. */
export interface VoucherUses {
  all: number
  ofCustomer: number
}

/** Why a voucher is not good for goods of this sum on this day, as a sentence. */
export function voucherFault({ from, until, least }: Voucher, goods: Minor, day: string): string | undefined {
  if (day < from) return `This voucher is valid from ${dateOf(from)} on.`
  if (until !== '' && day > until) return `This voucher was valid until ${dateOf(until)}.`
  const needed = least === null ? 0 : (minorOf(least) ?? 0)
  if (goods < needed)
    return `This voucher needs goods for at least ${formatPrice(needed)}. Yours come to ${formatPrice(goods)}.`
  return undefined
}

export function usesFault({ uses, usesPerPerson }: Voucher, used: VoucherUses): string | undefined {
  if (usesPerPerson !== null && used.ofCustomer >= usesPerPerson)
    return usesPerPerson === 1
      ? 'You have used this voucher already.'
      : `You have used this voucher ${usesPerPerson} times already, which is as often as you can.`
  if (uses !== null && used.all >= uses) return 'This voucher has been used up.'
  return undefined
}

/** Its last use is in a payment that may still come to nothing. */
export const voucherInUse = 'This voucher is in use by another payment that is not finished. Try again later.'

export const voucherRefused = (sentence: string): Refusal =>
  new Refusal('voucher_refused', sentence, { fields: { voucher: sentence } })

export const noSuchVoucher = (): Refusal =>
  voucherRefused('There is no such voucher. Check how it is spelled.')

/**
 * How much less the goods cost. Delivery is not made cheaper. Cards cannot be charged less than the provider's least
 * charge, so a voucher gives less where only a part of that would be left; or everything.
 */
export function discountOf(voucher: Voucher, goods: Minor, delivery: Minor): Minor {
  const discount = Math.min(goods, fullDiscountOf(voucher, goods))
  const left = goods + delivery - discount
  const { least } = shopCurrency()
  return left === 0 || left >= least ? discount : Math.max(0, discount - (least - left))
}

/** A percentage is rounded half up to what cards can be charged. */
function fullDiscountOf({ percent, amount }: Voucher, goods: Minor): Minor {
  if (percent === null) return minorOf(amount ?? 0) ?? 0
  const step = minPrice()
  const hundredThousandths = BigInt(Math.round(percent * 1000)) * BigInt(goods / step)
  return Number((2n * hundredThousandths + 100_000n) / 200_000n) * step
}
