import type { Reading } from '../db/schema/tables.ts'

/** The names of the tax rates of items, also of removed ones. */
export async function namesOf(db: Reading, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('items').select(['id', 'tax']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, tax }) => [id, tax]))
}

/** A tax rate that items on the list of the admins name and that is not one of these, with their number. */
export async function findOther(
  db: Reading,
  names: readonly string[],
): Promise<{ tax: string; count: number } | undefined> {
  return db
    .selectFrom('items')
    .select(({ fn }) => ['tax', fn.countAll<number>().as('count')])
    .where('removed_at', 'is', null)
    .where('tax', 'not in', ['', ...names])
    .groupBy('tax')
    .orderBy('tax')
    .limit(1)
    .executeTakeFirst()
}
