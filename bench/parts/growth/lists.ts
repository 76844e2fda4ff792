import type { ItemSort } from '#domain/search.ts'
import { withSnapshot } from '../../../src/server/db/engine/snapshot.ts'
import type { Reading } from '../../../src/server/db/schema/tables.ts'
import type { Prepared } from '../../prepare.ts'
import { bearer, ownOrders } from '../../requests.ts'
import type { Sent } from '../../send.ts'

/** Requests by the name of their row. */
type Lists = Record<string, Sent[]>

type Listed = 'items' | 'orders' | 'users' | 'reviews'

/** Ids from the middle of a table, at which deep pages start. */
async function middleOf(db: Reading, table: Listed): Promise<string[]> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .orderBy('id')
    .limit(Math.min(1500, Math.floor(count / 2)))
    .offset(Math.floor(count / 3))
    .execute()
  return rows.map(({ id }) => id)
}

/** The lists and details of one shop. Every shop has the same names. */
export const listsOf = ({ database, regular, admin }: Prepared): Promise<Lists> =>
  withSnapshot(database, async db => {
    const own = await db.selectFrom('orders').select('id').where('user_id', '=', regular.id).execute()
    return {
      ...itemLists(await middleOf(db, 'items')),
      'reviews, deep page': deepPages('/api/reviews', await middleOf(db, 'reviews')),
      'my orders': [ownOrders(regular)],
      'one order': own.map(({ id }) => ({ path: `/api/booking/${id}`, headers: bearer(regular) })),
      'all orders, page 1': [{ path: '/api/booking', headers: bearer(admin) }],
      'all orders, deep page': deepPages('/api/booking', await middleOf(db, 'orders'), bearer(admin)),
      'all users, page 1': [{ path: '/api/users', headers: bearer(admin) }],
      'all users, deep page': deepPages('/api/users', await middleOf(db, 'users'), bearer(admin)),
      metrics: [{ path: '/api/metrics', headers: bearer(admin) }],
    }
  })

const deepPages = (path: string, ids: readonly string[], headers: Record<string, string> = {}): Sent[] =>
  ids.map(id => ({ path: `${path}${path.includes('?') ? '&' : '?'}after=${id}`, headers }))

const sortNames: Record<Exclude<ItemSort, 'relevance'>, string> = {
  oldest: 'oldest first',
  newest: 'newest first',
  price: 'by price',
  '-price': 'by price, dearest first',
  name: 'by name',
}

const itemLists = (ids: readonly string[]): Lists => ({
  'home page': [{ path: '/' }],
  'item detail': ids.map(id => ({ path: `/api/items/${id}` })),
  'items, page 1': [{ path: '/api/items' }],
  ...Object.fromEntries(
    Object.entries(sortNames).map(([sort, name]) => [
      `items ${name}, deep page`,
      deepPages(`/api/items?sort=${sort}`, ids),
    ]),
  ),
})
