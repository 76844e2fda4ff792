import { randomUUIDv7 } from 'node:crypto'
import type { Item, NewItem } from '#contract/items.ts'
import { centsOf } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ItemRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as items from '../../store/items.ts'

/** Puts an item on sale: all that is stocked is free. */
export async function addItem({ db, now }: Deps, item: NewItem): Promise<Item> {
  const row: ItemRow = {
    id: randomUUIDv7(),
    name: item.name,
    description: item.description,
    price_cents: priceOf(item),
    photo_url: item.photoUrl,
    must_quantity: item.mustQuantity,
    stocked_quantity: item.availableQuantity,
    available_quantity: item.availableQuantity,
    created_at: now(),
    removed_at: null,
  }
  await db.write(tx => items.insert(tx, row))
  return { _id: row.id, ...item }
}

function priceOf({ price }: NewItem): number {
  const cents = centsOf(price)
  if (cents === undefined) {
    const detail = 'Please enter dollars with at most two decimals.'
    throw new Refusal('bad_input', detail, { fields: { price: detail } })
  }
  return cents
}
