import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { composedEmail } from '#domain/email.ts'
import { orderStates } from '#domain/order.ts'
import { fold, searchWords, wordsOf } from '#domain/search.ts'
import { grow } from '../../../bench/grow/grow.ts'
import { engines, placeWithTables } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import type { Reading } from '../db/tables.ts'
import { findOrders } from './find-orders.ts'
import type { Wanted } from './newest-orders.ts'

const size = { items: 40, users: 25, orders: 500, reviews: 1 }

/** All are gathered; none is, but items are asked one by one; none is at all. */
const reaches = {
  gathered: { places: 1000, orders: 1000, items: 0 },
  'item by item': { places: 0, orders: 0, items: 1000 },
  'among the newest': { places: 0, orders: 0, items: 0 },
}

interface Known {
  order: Order
  placedAt: number
  itemWords: string[]
}

/** Every order with the words of its item's name, newest first. */
async function allOrders(db: Reading): Promise<Known[]> {
  const items = await db.selectFrom('items').select(['id', 'name']).execute()
  const words = new Map(items.map(({ id, name }) => [id, wordsOf(name)]))
  const known: Known[] = []
  for (const state of orderStates)
    for (const order of await findOrders(db, { state }, { limit: 1000, after: undefined }))
      known.push({ order, placedAt: Date.parse(order.createdAt), itemWords: words.get(order.itemId) ?? [] })
  const numberOf = ({ order }: Known) => Number(order.number.slice(2))
  return known.sort((a, b) => b.placedAt - a.placedAt || numberOf(b) - numberOf(a))
}

/** What a search means, said in another way than the shop does it. */
function isMeant({ order, itemWords }: Known, search: string): boolean {
  if (/^t-\d+$/i.test(search)) return order.number === search.toUpperCase()
  const words = searchWords(search)
  return (
    order._id === search ||
    order.number === `T-${search}` ||
    fold(order.ownerName).startsWith(fold(search)) ||
    order.email.startsWith(composedEmail(search)) ||
    (words.length > 0 && words.every(word => itemWords.some(one => one.startsWith(word))))
  )
}

const isWanted = (known: Known, { search, state, from = 0, until = Infinity, itemId }: Wanted): boolean =>
  (state ? known.order.state === state : known.order.state !== 'removed') &&
  known.placedAt >= from &&
  known.placedAt < until &&
  (itemId === undefined || known.order.itemId === itemId) &&
  (search === undefined || isMeant(known, search))

function* everyWish([one]: Known[]): Generator<Wanted> {
  assert.ok(one)
  const { number, email, ownerName, itemId } = one.order
  const searches = [number, number.slice(2), email, email.slice(0, 12), 'cust', ownerName, 'a', 'B', 'zz']
  const names = [one.itemWords.join(' '), one.itemWords[0], 's', 'no 1', 'no']
  const [from, until] = [one.placedAt - 400 * 86_400_000, one.placedAt - 86_400_000]
  const others: Wanted[] = [
    {},
    { state: 'sent', itemId },
    { state: 'removed', from },
    { state: 'lapsed', from, until },
    { itemId, until },
  ]
  for (const search of [undefined, ...searches, ...names])
    for (const other of others) yield { search, ...other }
}

/** Fails where one way of finding leaves out, doubles or misplaces an order; each of its tests was seen to matter. */
for (const engine of engines)
  test(`however orders are found, they are those that were meant, newest first [${engine}]`, async () => {
    const place = await placeWithTables(engine)
    const settings = readConfig({ SHOP_MODE: 'live', ...place.environment })
    await grow(settings, size)
    const db = await openDatabase(settings, () => undefined)
    const all = await allOrders(db.read)
    assert.equal(all.length, size.orders)
    for (const wanted of everyWish(all)) {
      const expected = all.filter(known => isWanted(known, wanted)).map(({ order }) => order.number)
      for (const [how, reach] of Object.entries(reaches)) {
        const limit = expected.length > 30 ? 30 : 4
        const found = await findOrders(db.read, wanted, { limit, after: undefined }, reach)
        const numbers = found.map(({ number }) => number)
        const after = found.at(-1)?._id
        if (after !== undefined)
          for (const { number } of await findOrders(db.read, wanted, { limit, after }, reach))
            numbers.push(number)
        assert.deepEqual(numbers, expected.slice(0, 2 * limit), `${how}: ${JSON.stringify(wanted)}`)
      }
    }
    await db.close()
    await place.remove()
  })
