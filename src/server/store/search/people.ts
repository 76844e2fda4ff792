import { sql } from 'kysely'
import type { Page } from '#contract/shapes.ts'
import { locksRows } from '../../db/engine/connection.ts'
import type { Reading, Writing } from '../../db/schema/tables.ts'
import { findInSteps } from './in-steps.ts'
import { containsAll, partsOf, searchTextOf } from './substring.ts'

/** The newest users whose email and name contain the search text: active users, or all users including removed ones. */
export async function findUserIds(
  db: Reading,
  search: string,
  { limit, after }: Page,
  who: 'present' | 'ever' = 'present',
): Promise<string[]> {
  const parts = partsOf(search)
  if (parts.length === 0) return []
  const contains = containsAll(db, sql`newest.search_text`, parts)
  const found = await findInSteps<{ id: string }>(limit, async (last, count) => {
    const before = last?.id ?? after
    const people = db
      .selectFrom('users')
      .select(['id', 'search_text'])
      .$if(who === 'present', query => query.where('removed_at', 'is', null))
      .$if(before !== undefined, query => query.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
    return {
      found: await db.selectFrom(people.limit(count).as('newest')).select('id').where(contains).execute(),
      last: await people
        .offset(count - 1)
        .limit(1)
        .executeTakeFirst(),
    }
  })
  return found.map(({ id }) => id)
}

/** Writes the search texts of users: the email, and the name in the profile or else the one from sign-up. */
export async function writeTexts(tx: Writing, ids: readonly string[]): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .select(({ fn }) => fn.coalesce('profiles.name', 'users.display_name').as('name'))
    .where('users.id', 'in', ids)
    .execute()
  for (const { id, email, name } of people)
    await tx
      .updateTable('users')
      .set({ search_text: searchTextOf(name, email) })
      .where('id', '=', id)
      .execute()
}

/** Writes the search texts of users without one: from earlier versions, or inserted in bulk. Returns how many. */
export async function writeMissing(tx: Writing, most: number): Promise<number> {
  const due = await tx
    .selectFrom('users')
    .select('id')
    .where('search_text', 'is', null)
    .orderBy('id')
    .limit(most)
    .$if(locksRows(tx), query => query.forNoKeyUpdate())
    .execute()
  if (due.length > 0)
    await writeTexts(
      tx,
      due.map(({ id }) => id),
    )
  return due.length
}
