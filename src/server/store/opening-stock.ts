import type { ItemRow, StockChangeRow } from '../db/schema/tables.ts'

type Opened = Pick<ItemRow, 'id' | 'stocked_quantity' | 'created_at'>

/** The first ledger entry of a new item. It uses the item's id, so there can be only one. */
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
