import { sql } from 'kysely'
import type { TimeRange } from '#domain/period.ts'
import type { Pace } from '#domain/stock.ts'
import type { Reading } from '../db/schema/tables.ts'
import { onSale } from './items.ts'
import { paidIn } from './sales.ts'

interface PacedItem extends Pace {
  itemId: string
  name: string
}

/** Limits the query: a shop that sells unique pieces has thousands of items that are always low in stock. */
const maxCandidates = 500

/** Items on sale that may run out: fewer than `threshold` are free, or at least as many were sold last week. */
export async function listCandidates(
  db: Reading,
  threshold: number,
  week: TimeRange,
  most = maxCandidates,
): Promise<PacedItem[]> {
  const { rows } = await sql<PacedItem>`
    with few as (
      select id from items where ${onSale} and available_quantity < ${threshold}
      order by available_quantity, id limit ${most}
    ), fast as (
      select item_id as id from orders where ${paidIn(week)}
      group by item_id having sum(quantity) >= ${Math.max(threshold, 1)}
      order by sum(quantity) desc, item_id desc limit ${most}
    )
    select id as "itemId", name, available_quantity as free, (
      select cast(coalesce(sum(quantity), 0) as bigint) from orders
      where item_id = items.id and ${paidIn(week)}
    ) as "soldInWeek"
    from items where id in (select id from few union select id from fast) and ${onSale}`.execute(db)
  return rows
}
