import { checkShare, checkTransferShare } from '#domain/hold.ts'
import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as holds from '../../store/holds.ts'
import { hasEverPaid } from '../../store/payment-contents.ts'
import * as users from '../../store/users.ts'

interface Hold {
  userId: string
  itemId: string
  quantity: number
  /** The account has neither confirmed an email address nor ever paid. */
  isUnknown: boolean
  /** How many of these units the order is already counted with. */
  counted?: number
}

interface Stock {
  available_quantity: number
  must_quantity: number
}

/** Throws if one account would hold too much of an item. Call it after the stock was taken. */
export async function checkHeldShare(
  tx: Writing,
  { config: { maxHeldShare: percent } }: Deps,
  { userId, itemId, quantity, isUnknown, counted = 0 }: Hold,
  stock: Stock,
): Promise<void> {
  if (percent >= 100 && !isUnknown) return
  const held = (await holds.countHeld(tx, userId, itemId)) - counted
  const free = stock.available_quantity + quantity
  checkShare({ held, free, quantity, mustQuantity: stock.must_quantity }, { percent, isUnknown })
}

/** The same for an order that is there already. */
export async function checkShareOf(
  tx: Writing,
  deps: Deps,
  { user_id: userId, item_id: itemId, quantity }: OrderRow,
  stock: Stock,
  counted = 0,
): Promise<void> {
  const hold = { userId, itemId, quantity, isUnknown: await isUnknown(tx, userId), counted }
  await checkHeldShare(tx, deps, hold, stock)
}

/** Whether an account has neither confirmed an email address nor ever paid money. */
export async function isUnknown(tx: Writing, userId: string): Promise<boolean> {
  const user = await users.find(tx, userId)
  const isProved = user !== undefined && (user.admin_since !== null || user.email_verified_at !== null)
  return !isProved && !(await hasEverPaid(tx, userId))
}

/** Throws if one account would hold too much of an item for a transfer. The order holds its stock already. */
export async function checkTransferShareOf(
  tx: Writing,
  { config: { maxHeldShare: percent } }: Deps,
  { user_id: userId, item_id: itemId, quantity }: OrderRow,
  stock: Stock,
): Promise<void> {
  const held = (await holds.countHeld(tx, userId, itemId)) - quantity
  const free = stock.available_quantity + quantity
  checkTransferShare({ held, free, quantity, mustQuantity: stock.must_quantity }, percent)
}
