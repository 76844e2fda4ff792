import { checkShare } from '#domain/hold.ts'
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
  const user = await users.find(tx, userId)
  const isProved = user !== undefined && (user.admin_since !== null || user.email_verified_at !== null)
  const isUnknown = !isProved && !(await hasEverPaid(tx, userId))
  await checkHeldShare(tx, deps, { userId, itemId, quantity, isUnknown, counted }, stock)
}
