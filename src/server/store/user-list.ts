import type { Page } from '#contract/shapes.ts'
import type { ListedUser } from '#contract/users.ts'
import type { Reading, UserRow } from '../db/schema/tables.ts'
import { findUserIds } from './search/people.ts'

interface UserPage extends Page {
  search?: string | undefined
}

/** All accounts, or those that match a search; newest first. */
export async function list(db: Reading, { limit, after, search = '' }: UserPage): Promise<ListedUser[]> {
  const found = search.trim() === '' ? undefined : await findUserIds(db, search, { limit, after })
  if (found?.length === 0) return []
  const rows = await selectListed(db)
    .$if(found !== undefined, query => query.where('users.id', 'in', found ?? []))
    .$if(after !== undefined, query => query.where('users.id', '<', after ?? ''))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

export async function find(db: Reading, id: string): Promise<ListedUser | undefined> {
  const row = await selectListed(db).where('users.id', '=', id).executeTakeFirst()
  return row && toListed(row)
}

/** Removed orders do not count because the order list does not show them. */
const selectListed = (db: Reading) =>
  db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.admin_since', 'users.email_verified_at', 'users.last_seen_at'])
    .select(({ fn }) => fn.coalesce('profiles.name', 'users.display_name').as('name'))
    .select(({ selectFrom, fn }) =>
      selectFrom('orders')
        .select(fn.countAll<number>().as('count'))
        .whereRef('orders.user_id', '=', 'users.id')
        .where('orders.removed_at', 'is', null)
        .as('orders'),
    )
    .where('users.removed_at', 'is', null)

interface ListedRow
  extends Pick<UserRow, 'id' | 'email' | 'admin_since' | 'email_verified_at' | 'last_seen_at'> {
  /** The name in the profile or, without one, the name from sign-up. */
  name: string
  orders: number | null
}

const toListed = (row: ListedRow): ListedUser => ({
  _id: row.id,
  email: row.email,
  role: row.admin_since === null ? null : 'admin',
  name: row.name,
  verified: row.email_verified_at !== null,
  orders: row.orders ?? 0,
  lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
})
