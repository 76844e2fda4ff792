import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { itemSorts } from '#domain/search.ts'
import type { Database } from '../../src/server/db/engine/database.ts'
import { newToken, tokenHash } from '../../src/server/sessions/tokens.ts'
import * as alerts from '../../src/server/store/stock-alerts.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import { pictureForm } from './picture-form.ts'

interface Asked {
  params?: Record<string, string>
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Makes a call, fails unless it succeeds, and returns its answer. */
export type Ask = (who: Customer | undefined, endpoint: Endpoint, asked?: Asked) => Promise<unknown>

/** The id of a row in the middle of the table. */
export async function idOf(db: Database, table: 'items' | 'users' | 'orders' | 'reviews'): Promise<string> {
  const { id } = await db.read
    .selectFrom(table)
    .select('id')
    .orderBy('id')
    .limit(1)
    .offset(900)
    .executeTakeFirstOrThrow()
  return id
}

export async function itemCalls(shop: CardShop, ask: Ask, admin: Customer): Promise<void> {
  const { items } = contract
  const after = await idOf(shop.deps.db, 'items')
  await shop.deps.db.write(tx =>
    tx.updateTable('items').set({ family: 'Kitchen' }).where('id', '=', after).execute(),
  )
  await ask(undefined, items.families)
  for (const sort of itemSorts)
    for (const page of ['', `&after=${after}`]) {
      for (const search of ['', '&search=oak'])
        for (const limits of [
          '',
          '&inStock=true&minPrice=5&maxPrice=6',
          '&minPrice=2',
          '&inStock=true',
          '&family=Kitchen',
          '&family=Kitchen&minPrice=2',
        ])
          await ask(undefined, items.list, { query: `?sort=${sort}${search}${page}${limits}` })
      // Searches with few results, none, all items ('in' is in every item) and a fuzzy match.
      for (const words of ['oak+tray', 'made+made+by', '1234', 'in', 'lampp'])
        await ask(undefined, items.list, { query: `?sort=${sort}&search=${words}${page}` })
    }
  await ask(undefined, items.one, { params: { id: after } })
  const body = {
    name: 'Tray',
    description: 'Oak',
    price: 3,
    availableQuantity: 5,
    mustQuantity: 1,
    photoUrl: '/pictures/x.webp',
  }
  const added = (await ask(admin, items.add, { body })) as { _id: string }
  await managedCalls(ask, admin, added._id, after)
  await ask(admin, items.remove, { params: { id: added._id } })
  const { headers, payload } = await pictureForm()
  await ask(admin, contract.pictures.upload, { headers, body: payload })
}

/** The item calls of admins. */
async function managedCalls(ask: Ask, admin: Customer, id: string, after: string): Promise<void> {
  const { managedItems } = contract
  const params = { id }
  for (const search of ['', '&search=tray', '&search=item+1'])
    for (const query of ['?limit=50', `?after=${after}`, '?removed=true', `?removed=true&after=${after}`])
      await ask(admin, managedItems.list, { query: `${query}${search}` })
  await ask(admin, managedItems.one, { params })
  await ask(admin, managedItems.change, { params, body: { version: 1, name: 'Tray', hidden: false } })
  const headers = { 'idempotency-key': 'delivery' }
  for (const body of [
    { change: 3, reason: 'Delivery' },
    { counted: 7, reason: 'Stocktaking' },
  ])
    await ask(admin, managedItems.changeStock, { params, body, headers: 'change' in body ? headers : {} })
  for (const query of ['', `?after=${after}`]) await ask(admin, managedItems.stock, { params, query })
  await ask(admin, managedItems.bringBack, { params, body: { removed: false } })
  await fileCalls(ask, admin, id)
}

async function fileCalls(ask: Ask, admin: Customer, id: string): Promise<void> {
  const { itemFiles } = contract
  await ask(admin, itemFiles.export)
  const lines = [
    '_id,name,description,price,availableQuantity,mustQuantity,photoUrl,hidden',
    ',Spoon,Of oak,5,1,1,/pictures/test-960.webp,false',
    `${id},Fork,Of oak,5,1,1,/pictures/test-960.webp,false`,
  ]
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'file' }
  for (const query of ['?dry=true', ''])
    await ask(admin, itemFiles.import, { query, headers, body: Buffer.from(lines.join('\n')) })
}

/** One alert is left unsent, so that the jobs have work to do. */
export async function alertCalls(shop: CardShop, ask: Ask, admin: Customer): Promise<void> {
  const { stockAlerts, managedItems } = contract
  const { _id: id } = await shop.item({ availableQuantity: 0 })
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  for (const who of [ann, bob]) await ask(who, stockAlerts.ask, { params: { id } })
  await ask(ann, stockAlerts.read, { params: { id } })
  await ask(ann, stockAlerts.takeBack, { params: { id } })
  const secret = newToken()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const row = { item_id: id, user_id: uid, secret_hash: tokenHash(secret), created_at: 1 }
  await shop.deps.db.write(tx => alerts.add(tx, row))
  await ask(undefined, stockAlerts.stop, { body: { secret } })
  const body = { change: 1, reason: 'Delivery' }
  await ask(admin, managedItems.changeStock, { params: { id }, body })
}

/** The customer must have paid for the item. */
export async function reviewCalls(ask: Ask, ann: Customer, admin: Customer, itemId: string): Promise<void> {
  const { reviews } = contract
  const words = { name: 'Ann', comment: 'Fine.', starRating: 5 }
  const { _id: written } = (await ask(ann, reviews.write, { body: words })) as { _id: string }
  await ask(undefined, reviews.list)
  await ask(undefined, reviews.list, { query: `?after=${written}` })
  await ask(admin, reviews.change, { params: { id: written }, body: { hidden: true, answer: 'Thanks.' } })
  await ask(admin, reviews.list, { query: '?hidden=true' })
  await ask(admin, reviews.list, { query: `?hidden=true&after=${written}` })
  for (const filter of ['stars=2', 'unanswered=true', 'search=item', 'search=item+1&stars=5&unanswered=true'])
    for (const page of ['', `&after=${written}`])
      await ask(admin, reviews.list, { query: `?hidden=true&${filter}${page}` })
  for (const hidden of ['', '&hidden=true'])
    for (const page of ['', `&after=${written}`])
      await ask(admin, reviews.list, { query: `?itemId=${itemId}${hidden}${page}` })
  // The second review replaces the first.
  for (const starRating of [4, 5]) await ask(ann, reviews.write, { body: { ...words, itemId, starRating } })
}
