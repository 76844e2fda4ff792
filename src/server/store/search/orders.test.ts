import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { orderStates } from '#domain/order.ts'
import { fold } from '#domain/search.ts'
import { grow } from '../../../../bench/grow-shop.ts'
import { engines, migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/engine/open-database.ts'
import type { Reading } from '../../db/schema/tables.ts'
import { indexOrders } from './order-texts.ts'
import { findOrders, type OrderFilter } from './orders.ts'

const size = { items: 40, users: 25, orders: 500, reviews: 1 }

interface Known {
  order: Order
  placedAt: number
}

/** Every order, newest first. */
async function allOrders(db: Reading): Promise<Known[]> {
  const known: Known[] = []
  for (const state of orderStates)
    for (const order of await findOrders(db, { state }, { limit: 1000, after: undefined }))
      known.push({ order, placedAt: Date.parse(order.createdAt) })
  const numberOf = ({ order }: Known) => Number(order.number.slice(2))
  return known.sort((a, b) => b.placedAt - a.placedAt || numberOf(b) - numberOf(a))
}

/** The meaning of a search, implemented independently of the shop. */
function isMeant({ _id, number, ownerName, email, itemName }: Order, search: string): boolean {
  if (/^t-\d+$/i.test(search)) return number === search.toUpperCase()
  const text = fold(`${ownerName} ${email} ${itemName}`)
  return (
    _id === search || number === `T-${search}` || search.split(' ').every(part => text.includes(fold(part)))
  )
}

const isWanted = (
  { order, placedAt }: Known,
  { search, state, from = 0, until = Infinity, itemId }: OrderFilter,
): boolean =>
  (state ? order.state === state : order.state !== 'removed') &&
  placedAt >= from &&
  placedAt < until &&
  (itemId === undefined || order.itemId === itemId) &&
  (search === undefined || isMeant(order, search))

function* everyFilter([one]: Known[]): Generator<OrderFilter> {
  assert.ok(one)
  const { number, email, ownerName, itemId, itemName } = one.order
  const surname = ownerName.split(' ').at(-1)
  const searches = [
    number,
    number.slice(2),
    email,
    email.slice(4, 12),
    'cust',
    ownerName,
    surname,
    'a',
    'B',
    'zz',
  ]
  const names = [itemName, itemName.slice(1, 5), `${surname} ${itemName}`, 's', 'no 1', 'no', 'xyzzy']
  const [from, until] = [one.placedAt - 400 * 86_400_000, one.placedAt - 86_400_000]
  const others: OrderFilter[] = [
    {},
    { state: 'sent', itemId },
    { state: 'removed', from },
    { state: 'lapsed', from, until },
    { itemId, until },
  ]
  for (const search of [undefined, ...searches, ...names])
    for (const other of others) yield { search, ...other }
}

/** Fails if any search path omits, duplicates or misplaces an order. Each of these paths was seen to fail. */
for (const engine of engines)
  test(`every search path returns the matching orders, newest first [${engine}]`, async () => {
    const database = await migratedDatabase(engine)
    const settings = readConfig({ SHOP_MODE: 'live', ...database.environment })
    await grow(settings, size)
    const db = await openDatabase(settings, () => undefined)
    const all = await allOrders(db.read)
    assert.equal(all.length, size.orders)
    const check = async (how: string, few: number) => {
      for (const wanted of everyFilter(all)) {
        const expected = all.filter(known => isWanted(known, wanted)).map(({ order }) => order.number)
        const limit = expected.length > 30 ? 30 : 4
        const found = await findOrders(db.read, wanted, { limit, after: undefined }, few)
        const numbers = found.map(({ number }) => number)
        const after = found.at(-1)?._id
        if (after !== undefined)
          for (const { number } of await findOrders(db.read, wanted, { limit, after }, few))
            numbers.push(number)
        assert.deepEqual(numbers, expected.slice(0, 2 * limit), `${how}: ${JSON.stringify(wanted)}`)
      }
    }
    await check('among the newest', 0)
    await check('before they are in the index', 1000)
    await db.write(tx => indexOrders(tx, size.orders / 2))
    await check('half of them in the index', 1000)
    await db.write(tx => indexOrders(tx, size.orders))
    await check('all of them in the index', 1000)
    if (engine === 'postgres') await db.write(tx => sql`drop extension pg_trgm cascade`.execute(tx))
    await check('where the server has no index of substrings', 1000)
    await db.close()
    await database.remove()
  })
