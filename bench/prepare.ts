import { v7 as newId } from 'uuid'
import { openDatabase } from '../src/server/db/engine/open-database.ts'
import type { DatabaseSettings } from '../src/server/db/engine/snapshot.ts'
import type { Writing } from '../src/server/db/schema/tables.ts'
import { newToken, tokenHash } from '../src/server/sessions/tokens.ts'
import * as numbers from '../src/server/store/numbers.ts'
import { openingOf } from '../src/server/store/opening-stock.ts'
import type { Mode } from '../src/server/store/shop-mode.ts'
import { grow, type Size } from './grow-shop.ts'

export const smallSize: Size = { items: 1000, users: 1000, orders: 1000, reviews: 1000 }

export interface Customer {
  id: string
  email: string
  token: string
}

export interface Good {
  id: string
  name: string
}

export const price = 3400
const plenty = 1_000_000

export interface Prepared {
  database: DatabaseSettings
  customers: Customer[]
  /** Has fifty lapsed orders, which fill a page of 'my orders'. */
  regular: Customer
  admin: Customer
  goods: Good[]
}

const newCustomer = (name: string): Customer => ({
  id: newId(),
  email: `${name}@example.com`,
  token: newToken(),
})

/** Fills a shop and adds signed-in customers and goods that do not run out. */
export async function prepare(
  database: DatabaseSettings,
  customerCount: number,
  { size = smallSize, mode = 'demo' }: { size?: Size; mode?: Mode } = {},
): Promise<Prepared> {
  await grow({ ...database, mode }, size)
  const now = Date.now()
  const customers = Array.from({ length: customerCount }, (_, i) => newCustomer(`buyer-${i}`))
  const [regular, admin] = [newCustomer('regular'), newCustomer('admin')]
  const goods = Array.from({ length: 64 }, (_, i) => ({ id: newId(), name: `Plenty No ${i}` }))
  const db = await openDatabase(database, () => undefined)
  await db.write(async tx => {
    await addCustomers(tx, [...customers, regular, admin], now)
    await addGoods(tx, goods, plenty, now)
    const { T: last } = await numbers.highestUsed(tx)
    await tx
      .insertInto('orders')
      .values(lapsedOrders(regular, goods, now, last))
      .execute()
    await numbers.continueOrders(tx)
  })
  await db.close()
  return { database, customers, regular, admin, goods }
}

async function addGoods(tx: Writing, goods: readonly Good[], quantity: number, now: number): Promise<void> {
  const stock = {
    version: 1,
    must_quantity: 1,
    stocked_quantity: quantity,
    available_quantity: quantity,
    created_at: now,
  }
  const details = { description: 'x', price_minor: price, photo_url: '/pictures/oak-desk-tray-960.webp' }
  const items = goods.map(({ id, name }) => ({ id, name, ...details, ...stock }))
  await tx.insertInto('items').values(items).execute()
  const opened = items.map(item => openingOf(item))
  await tx.insertInto('stock_changes').values(opened).execute()
}

async function addCustomers(tx: Writing, customers: readonly Customer[], now: number): Promise<void> {
  for (const { id, email, token } of customers) {
    const admin_since = email.startsWith('admin') ? now : null
    const user = { id, email, display_name: 'Buyer', created_at: now, admin_since, email_verified_at: now }
    await tx.insertInto('users').values(user).execute()
    const session = {
      token_hash: tokenHash(token),
      user_id: id,
      created_at: now,
      expires_at: now + 86_400_000,
    }
    await tx.insertInto('sessions').values(session).execute()
  }
}

const lapsedOrders = ({ id, email }: Customer, goods: readonly Good[], now: number, last: number) =>
  goods.slice(0, 50).map((good, index) => ({
    id: newId(),
    number: last + 1 + index,
    user_id: id,
    item_id: good.id,
    item_name: good.name,
    owner_name: 'Buyer',
    email,
    mobile_number: '555 0100',
    address: '1 Bench Street',
    quantity: 1,
    unit_price_minor: price,
    total_minor: price,
    created_at: now,
    held_until: now,
    released_at: now,
    refunded_minor: 0,
    renewed_ms: 0,
  }))
