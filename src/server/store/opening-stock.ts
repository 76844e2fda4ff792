import type { ItemRow, StockChangeRow } from '../db/schema/tables.ts'

type Opened = Pick<ItemRow, 'id' | 'stocked_quantity' | 'created_at'>

/** The first line in the ledger of a new item. It has the item's id, so that there is one only. */
export const openingOf = (
  { id, stocked_quantity, created_at }: Opened,
  userId: string | null = null,
): StockChangeRow => ({
  id,
  item_id: id,
  change: stocked_quantity,
  counted: null,
  reason: 'Opening stock',
  user_id: userId,
  created_at,
  idempotency_key: null,
})
