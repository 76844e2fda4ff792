import { type ItemSort, itemSorts } from '#domain/search.ts'
import { type DatabaseSettings, withSnapshot } from '../../src/server/db/snapshot.ts'
import type { Reading } from '../../src/server/db/tables.ts'
import type { Sent } from '../load/child.ts'
import type { Probe, Target } from '../load/latency.ts'
import { type Customer, orderBy, ordersOf, type Prepared } from '../prepare.ts'
import { searchProbes } from './growth-searches.ts'

export interface Growing extends Prepared {
  place: DatabaseSettings
}

const distinct = 1500

type Listed = 'items' | 'bookings' | 'users' | 'reviews'

/** Ids from the middle of a table: pages that start there are deep ones, each of them another. */
async function middleOf(db: Reading, table: Listed): Promise<string[]> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom(table)
    .select('id')
    .orderBy('id')
    .limit(Math.min(distinct, Math.floor(count / 2)))
    .offset(Math.floor(count / 3))
    .execute()
  return rows.map(({ id }) => id)
}

interface Middles extends Record<Listed, string[]> {
  /** Of the items. */
  names: string[]
}

async function namesOf(db: Reading, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('items').select('name').where('id', 'in', ids).execute()
  return rows.map(({ name }) => name)
}

const readMiddles = (place: DatabaseSettings): Promise<Middles> =>
  withSnapshot(place, async db => ({
    items: await middleOf(db, 'items'),
    names: await namesOf(db, (await middleOf(db, 'items')).slice(0, 200)),
    bookings: await middleOf(db, 'bookings'),
    users: await middleOf(db, 'users'),
    reviews: await middleOf(db, 'reviews'),
  }))

const bearer = ({ token }: Customer) => ({ authorization: `Bearer ${token}` })
const get = (path: string, headers: Record<string, string> = {}): Sent => ({ path: `/api${path}`, headers })

/** What one shop is asked. The names are the same for every shop; the ids are its own. */
export async function targetOf(url: string, growing: Growing): Promise<Target> {
  const middles = await readMiddles(growing.place)
  const { customers, goods } = growing
  const review = JSON.stringify({ name: 'Ann', comment: 'Exactly what I was looking for.', starRating: 5 })
  return {
    url,
    probes: [...itemProbes(middles), ...(await ownProbes(url, growing)), ...adminProbes(growing, middles)],
    orders: ordersOf(customers, goods),
    reviews: customers.map(customer => ({
      method: 'POST',
      path: '/api/myReview',
      headers: { ...bearer(customer), 'content-type': 'application/json' },
      body: review,
    })),
  }
}

const sortNames: Record<ItemSort, string> = {
  relevance: 'best first',
  oldest: 'oldest first',
  newest: 'newest first',
  price: 'by price',
  '-price': 'by price, dearest first',
  name: 'by name',
}

function itemProbes({ items, names, reviews }: Middles): Probe[] {
  const sorted = itemSorts
    .filter(sort => sort !== 'relevance')
    .flatMap((sort): Probe[] => [
      { name: `items ${sortNames[sort]}, page 1`, requests: [get(`/items?sort=${sort}`)], after: 'order' },
      {
        name: `items ${sortNames[sort]}, deep page`,
        requests: items.map(id => get(`/items?sort=${sort}&after=${id}`)),
        after: 'order',
      },
    ])
  return [
    { name: 'items, page 1, kept', requests: [get('/items')] },
    ...sorted,
    ...searchProbes(names),
    { name: 'item detail', requests: items.map(id => get(`/items/${id}`)), after: 'order' },
    { name: 'home page, made anew', requests: [{ path: '/' }], after: 'order' },
    { name: 'reviews, page 1', requests: [get('/reviews')], after: 'review' },
    { name: 'reviews, deep page', requests: reviews.map(id => get(`/reviews?after=${id}`)) },
  ]
}

async function ownProbes(url: string, { regular, customers, goods }: Growing): Promise<Probe[]> {
  const list = get(`/myBooking/${encodeURIComponent(regular.email)}`, bearer(regular))
  const orders = (await (await fetch(`${url}${list.path}`, list)).json()) as { _id: string }[]
  const customer = customers.at(-1)
  const good = goods[0]
  if (!customer || !good) throw new Error('Nobody is there to order')
  const key = 'idempotency-key'
  const again = orderBy(customer, good)
  return [
    { name: 'my orders', requests: [list] },
    { name: 'one order', requests: orders.map(({ _id }) => get(`/booking/${_id}`, bearer(regular))) },
    {
      name: 'my profile',
      requests: [get(`/myProfile/${encodeURIComponent(regular.email)}`, bearer(regular))],
    },
    { name: 'who am I', requests: [get('/auth/me', bearer(regular))] },
    // The same order by its key: looked up among all of the customer's, and written once.
    { name: 'the same order again', requests: [{ ...again, headers: { ...again.headers, [key]: 'bench' } }] },
  ]
}

function adminProbes({ admin, regular }: Growing, { bookings, users }: Middles): Probe[] {
  const headers = bearer(admin)
  return [
    { name: 'all orders, page 1', requests: [get('/booking', headers)] },
    { name: 'all orders, deep page', requests: bookings.map(id => get(`/booking?after=${id}`, headers)) },
    { name: 'all users, page 1', requests: [get('/users', headers)] },
    { name: 'all users, deep page', requests: users.map(id => get(`/users?after=${id}`, headers)) },
    {
      name: "a user's orders, as admin",
      requests: [get(`/myBooking/${encodeURIComponent(regular.email)}`, headers)],
    },
    { name: 'metrics', requests: [get('/metrics', headers)] },
  ]
}
