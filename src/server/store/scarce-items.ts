import { sql } from 'kysely'
import type { Pace } from '#domain/stock.ts'
import type { Reading } from '../db/tables.ts'
import { onSale } from './items.ts'

export interface PacedItem extends Pace {
  itemId: string
  name: string
}

/** A shop of single pieces has thousands of items that are always scarce: only so many of them are looked at. */
const mostLookedAt = 500

/** Items on sale that may run low: those of which few are free, and those of which as many are sold in a week. */
export async function listCandidates(
  db: Reading,
  threshold: number,
  most = mostLookedAt,
): Promise<PacedItem[]> {
  const { rows } = await sql<PacedItem>`
    with few as (
      select item_id from scarce_items join items on items.id = scarce_items.item_id
      where fives < ${Math.ceil(threshold / 5)} and ${onSale}
      order by fives, item_id limit ${most}
    ), fast as (
      select item_id from recent_sales where days = 7 and units >= ${Math.max(threshold, 1)}
      order by units desc, item_id desc limit ${most}
    )
    select items.id as "itemId", name, available_quantity as free, coalesce(week.units, 0) as "soldInWeek"
    from (select item_id from few union select item_id from fast) as candidates
    join items on items.id = candidates.item_id
    left join recent_sales as week on week.days = 7 and week.item_id = items.id
    where ${onSale}`.execute(db)
  return rows
}
