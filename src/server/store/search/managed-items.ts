import { sql } from 'kysely'
import type { Page } from '#contract/shapes.ts'
import type { ItemRow, Reading } from '../../db/schema/tables.ts'
import { end } from '../newest-first.ts'
import { findInSteps } from './in-steps.ts'
import { containsAll, partsOf } from './substring.ts'

/**
 * Items whose name contains every part of the search, newest first: hidden ones too, or the removed ones. Reads the newest
 * items step by step until the page is full.
 */
export async function findManaged(
  db: Reading,
  search: string,
  { limit, after = end }: Page,
  removed: boolean,
): Promise<ItemRow[]> {
  const parts = partsOf(search)
  if (parts.length === 0) return []
  return findInSteps<ItemRow, Pick<ItemRow, 'id'>>(limit, async (last = { id: after }, count) => {
    const items = db
      .selectFrom('items')
      .where('removed_at', removed ? 'is not' : 'is', null)
      .where('id', '<', last.id)
      .orderBy('id', 'desc')
    const named = items
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('item_texts').select('name').whereRef('item_id', '=', 'items.id').as('folded'),
      )
      .limit(count)
    return {
      found: await db
        .selectFrom(named.as('newest'))
        .selectAll()
        .where(containsAll(db, sql`folded`, parts))
        .orderBy('id', 'desc')
        .execute(),
      last: await items
        .select('id')
        .offset(count - 1)
        .limit(1)
        .executeTakeFirst(),
    }
  })
}
