import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Item } from '#contract/items.ts'
import type { SavedVersion } from '#contract/shop-content.ts'
import { currencyOf } from '#domain/currencies.ts'
import { setShopCurrency, usDollar } from '#domain/currency.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { fileOf, newItemLine } from '../../../../tests/helpers/item-file.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import { convertItems } from '../../store/currency.ts'
import * as shopContent from '../../store/shop-content.ts'
import * as users from '../../store/users.ts'
import { carryOutImport } from '../items/carry-out-import.ts'
import { planImport } from '../items/plan-import.ts'
import { readLines } from '../items/read-lines.ts'

async function choose(admin: Customer, currency: string) {
  const { version, content } = (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()
  return admin.call('PUT', '/api/shopContent', { version, content: { ...content, currency } })
}

/** What each item costs, by its name. */
async function pricesIn({ call }: TestShop): Promise<string[]> {
  const items = (await call({ url: '/api/items?limit=100' })).json<Item[]>()
  return items.map(({ price, currency }) => `${currency} ${price}`)
}

/** Waits until so many transactions wait for a lock. SQLite runs one transaction at a time. */
async function waiting({ engine, deps: { db } }: TestShop, count: number): Promise<void> {
  if (engine === 'sqlite') return
  await eventually(async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
    return rows[0]?.count === count
  }, `${count} transactions wait`)
}

const tray = {
  name: 'Tray',
  description: 'Oak',
  price: 20,
  photoUrl: '/pictures/desk-tray-960.webp',
  availableQuantity: 5,
  mustQuantity: 1,
}

/** Fails if an item gets the cents of one currency while all others are converted: 2000 yen instead of 20. */
onBothEngines('an item that is added while another currency is saved keeps its number', async shop => {
  const admin = await newAdmin(shop)
  for (let round = 1; round <= 12; round++) {
    const [added, saved] = await Promise.all([
      admin.call('POST', '/api/addItem', tray),
      choose(admin, round % 2 === 1 ? 'JPY' : 'KWD'),
    ])
    assert.deepEqual([added.statusCode, saved.statusCode], [201, 200])
    const currency = round % 2 === 1 ? 'JPY' : 'KWD'
    assert.deepEqual(await pricesIn(shop), Array(round).fill(`${currency} 20`))
  }
})

/** A large file takes a while. */
onBothEngines('items that are imported while another currency is saved keep their numbers', async shop => {
  const admin = await newAdmin(shop)
  const { read } = shop.deps.db
  const user = await users.findByEmail(read, admin.email)
  const plan = await planImport(
    read,
    await readLines(Buffer.from(fileOf(newItemLine('Lamp'), newItemLine('Mug')))),
  )
  const { saving } = await shop.deps.db.write(async tx => {
    const by = { userId: user?.id ?? '', digest: 'x', key: null, now: 1 }
    await carryOutImport(tx, plan, by, () => undefined)
    const saving = choose(admin, 'JPY')
    await Promise.race([saving, waiting(shop, 1)])
    return { saving }
  })
  assert.equal((await saving).statusCode, 200)
  assert.deepEqual(await pricesIn(shop), ['JPY 34', 'JPY 34'])
})

/** Fails if orders are looked for before the items are locked: the order is not committed yet. */
onBothEngines('a currency that is saved while the first order is being placed is refused', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item()
  const { ordering, saving } = await shop.deps.db.write(async tx => {
    // The order holds its item, and cannot be inserted yet.
    if (shop.engine === 'postgres') await sql`lock table orders in share mode`.execute(tx)
    const ordering = ann.order(item, 1, { currency: 'USD' })
    await waiting(shop, 1)
    const saving = choose(admin, 'EUR')
    await waiting(shop, 2)
    return { ordering, saving }
  })
  const [order, saved] = [await ordering, await saving]
  assert.deepEqual([order.statusCode, saved.statusCode, saved.json().code], [201, 409, 'currency_fixed'])
})

/** Fails if an order reads the currency before it holds its item. The process that takes it hears of nothing else. */
onBothEngines('an order that waits for a new currency is refused in the old one', async shop => {
  const ann = await shop.customer()
  const item = await shop.item()
  const { ordering } = await shop.deps.db.write(async tx => {
    await convertItems(tx, usDollar, currencyOf('EUR'))
    const { version, content } = await shopContent.readSaved(tx, 1)
    const next = { version: version + 1, content: { ...content, currency: 'EUR' }, savedBy: null, now: 1 }
    await shopContent.add(tx, next)
    const ordering = ann.order(item, 1, { currency: 'USD' })
    await waiting(shop, 1)
    setShopCurrency(usDollar)
    return { ordering }
  })
  assert.equal((await ordering).json().code, 'price_changed')
})
