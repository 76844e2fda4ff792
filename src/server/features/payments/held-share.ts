import { checkShare } from '#domain/hold.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as holds from '../../store/holds.ts'

interface Hold {
  userId: string
  itemId: string
  quantity: number
  /** The account has neither confirmed an e-mail address nor ever paid. */
  isUnknown: boolean
}

/** Throws if one account would hold too much of an item. Call it after the stock was taken. */
export async function checkHeldShare(
  tx: Writing,
  { config: { maxHeldShare: percent } }: Deps,
  { userId, itemId, quantity, isUnknown }: Hold,
  stock: { available_quantity: number; must_quantity: number },
): Promise<void> {
  if (percent >= 100 && !isUnknown) return
  const held = await holds.countHeld(tx, userId, itemId)
  const free = stock.available_quantity + quantity
  checkShare({ held, free, quantity, mustQuantity: stock.must_quantity }, { percent, isUnknown })
}
