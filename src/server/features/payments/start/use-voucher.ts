import { dayAt, startOfDay } from '#domain/day.ts'
import { payingMs } from '#domain/hold.ts'
import { type Extras, goodsOf, type PricedOrder, priceAsAgreed } from '#domain/price.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  discountOf,
  findVoucher,
  noSuchVoucher,
  usesFault,
  type Voucher,
  type VoucherUses,
  voucherFault,
  voucherInUse,
  voucherRefused,
} from '#domain/voucher.ts'
import type { PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as voucherUses from '../../../store/voucher-uses.ts'
import { isUnknown } from '../held-share.ts'

/** The voucher that a customer has entered, if it is good for these goods today. */
export function acceptedVoucher(
  vouchers: readonly Voucher[],
  typed: string,
  orders: readonly PricedOrder[],
  { config, now }: Deps,
): Voucher {
  const voucher = findVoucher(vouchers, typed)
  if (!voucher) throw noSuchVoucher()
  const fault = voucherFault(voucher, goodsOf(orders), dayAt(now(), config.timeZone))
  if (fault) throw voucherRefused(fault)
  return voucher
}

export const priceWithVoucher = (
  orders: readonly PricedOrder[],
  voucher: Voucher,
  delivery: Extras['delivery'],
) => priceAsAgreed(orders, { delivery, discount: discountOf(voucher, goodsOf(orders), delivery) })

/** Accounts are free, so whoever pays nothing must be known: otherwise one person could order as often as they like. */
export async function checkMayPayNothing(tx: Writing, userId: string): Promise<void> {
  if (!(await isUnknown(tx, userId))) return
  const sentence = 'Confirm your email address in My Profile to order without paying.'
  throw new Refusal('email_unverified', sentence, { fields: { voucher: sentence } })
}

interface Claim {
  voucher: Voucher
  userId: string
  /** Live payments of the same orders: they end anyway. */
  own: readonly PaymentRow[]
  /** Payments that could not be canceled. */
  stuck: ReadonlySet<string>
}

/**
 * Refuses a voucher that is used up. An open payment uses it too, so that a charge never comes too late for it. Returns
 * those that must be canceled first: all others of the customer, so that nobody uses a voucher up with open payments, and
 * as many that nobody finishes as it takes.
 */
export async function claimUse(
  tx: Writing,
  { config, now }: Deps,
  { voucher, userId, own, stuck }: Claim,
): Promise<PaymentRow[]> {
  const { code, from, uses, usesPerPerson } = voucher
  if (uses === null && usesPerPerson === null) return []
  const offer = { code, since: startOfDay(from, config.timeZone) }
  await voucherUses.lock(tx, code)
  const usesWithout = (without: readonly PaymentRow[]) =>
    usesOf(tx, voucher, { ...offer, except: without.map(({ id }) => id) }, userId)
  const canEnd = (payments: readonly PaymentRow[], ending: readonly PaymentRow[]) =>
    payments.filter(({ id }) => !stuck.has(id) && !ending.some(payment => payment.id === id))
  const mine = canEnd(await voucherUses.listOpenOf(tx, offer, userId), own)
  const ending = [...own, ...mine]
  const used = await usesWithout(ending)
  if (!usesFault(voucher, used)) return mine
  const idle = canEnd(await voucherUses.listIdle(tx, offer, now() - payingMs), ending)
  const tooMany = uses === null ? 0 : Math.max(0, used.all - uses + 1)
  const room = idle.slice(0, tooMany)
  if (!usesFault(voucher, await usesWithout([...ending, ...room]))) return [...mine, ...room]
  const paid = await usesOf(tx, voucher, { ...offer, isPaid: true }, userId)
  throw voucherRefused(usesFault(voucher, paid) ?? voucherInUse)
}

/** Counts only what has a limit. */
const usesOf = async (
  tx: Writing,
  { uses, usesPerPerson }: Voucher,
  wanted: voucherUses.Wanted,
  userId: string,
): Promise<VoucherUses> => ({
  all: uses === null ? 0 : await voucherUses.count(tx, wanted),
  ofCustomer: usesPerPerson === null ? 0 : await voucherUses.count(tx, { ...wanted, userId }),
})
