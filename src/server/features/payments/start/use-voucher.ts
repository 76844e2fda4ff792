import { dayAt } from '#domain/day.ts'
import { payingMs } from '#domain/hold.ts'
import { type Extras, goodsOf, type PricedOrder, priceAsAgreed } from '#domain/price.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  discountOf,
  findVoucher,
  noSuchVoucher,
  usesFault,
  type Voucher,
  voucherFault,
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

/**
 * Refuses a voucher that is used up. An open payment uses it too, so that a charge never comes too late for it. The
 * customer's other payments, and payments that nobody finishes, give it back: returns one that must be canceled first.
 */
export async function claimUse(
  tx: Writing,
  voucher: Voucher,
  userId: string,
  own: readonly PaymentRow[],
  now: number,
): Promise<PaymentRow[]> {
  const { code } = voucher
  await voucherUses.lock(tx, code)
  const except = own.map(({ id }) => id)
  const fault = usesFault(voucher, await voucherUses.count(tx, { code, userId, except }))
  if (!fault) return []
  const idle = await voucherUses.listIdle(tx, { code, userId, before: now - payingMs })
  for (const payment of idle) {
    const used = await voucherUses.count(tx, { code, userId, except: [...except, payment.id] })
    if (!except.includes(payment.id) && !usesFault(voucher, used)) return [payment]
  }
  throw voucherRefused(fault)
}
