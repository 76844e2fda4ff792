import type { ManagedItem, StockChange } from '#contract/managed-items.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { differenceOf, stockRefusal } from '#domain/stock.ts'
import type { StockChangeRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as managedItems from '../../store/admin-items.ts'
import * as audit from '../../store/audit.ts'
import * as stock from '../../store/stock.ts'
import * as users from '../../store/users.ts'
import { noSuchItem } from './change-item.ts'

interface Wanted extends StockChange {
  itemId: string
  key: string | undefined
}

/** Adds stock, removes stock, or sets it to a counted number. Each change is a row in the ledger. */
export async function changeStock({ db, now }: Deps, caller: Caller, wanted: Wanted): Promise<ManagedItem> {
  return db.write(async tx => {
    await change(tx, caller, wanted, now())
    return itemOf(tx, wanted.itemId)
  })
}

async function change(
  tx: Writing,
  caller: Caller,
  { itemId, key, reason, ...wanted }: Wanted,
  now: number,
): Promise<void> {
  const { userId } = caller
  // Lock the user, then the item, as orders do: this prevents deadlocks.
  await users.lockCaller(tx, userId)
  const earlier = key && (await stock.findByKey(tx, userId, key))
  if (earlier) return checkSame(earlier, { itemId, reason, ...wanted })
  if (!(await stock.lock(tx, itemId))) throw noSuchItem()
  const item = await itemOf(tx, itemId)
  const difference = differenceOf(wanted, item.onShelf)
  const isDone = await stock.apply(tx, {
    item_id: itemId,
    change: difference,
    counted: wanted.counted ?? null,
    reason,
    user_id: userId,
    created_at: now,
    idempotency_key: key ?? null,
  })
  if (!isDone) throw stockRefusal(difference, item.availableQuantity)
  const detail = { item: itemId, change: difference, counted: wanted.counted ?? null }
  await audit.note(tx, caller, 'stock_changed', detail, now)
}

async function itemOf(tx: Writing, id: string): Promise<ManagedItem> {
  const item = await managedItems.find(tx, id)
  if (!item) throw noSuchItem()
  return item
}

/** The same key means the same change. */
function checkSame(earlier: StockChangeRow, { itemId, change, counted, reason }: Omit<Wanted, 'key'>): void {
  const isSameChange =
    counted === undefined
      ? earlier.counted === null && earlier.change === change
      : earlier.counted === counted
  if (earlier.item_id !== itemId || earlier.reason !== reason || !isSameChange)
    throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another change.')
}
