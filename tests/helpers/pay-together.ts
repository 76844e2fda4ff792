import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { brokenInvariants } from '../../src/server/books/invariants.ts'
import type { Customer } from './customers.ts'
import { intentOf, read, refundsOf } from './paying.ts'
import type { PayingShop } from './paying-shop.ts'
import { differences } from './refunding.ts'

export interface Bag {
  ann: Customer
  items: Item[]
  orders: Order[]
  ids: string[]
}

/** Unpaid orders of one customer, each of another item: two for $10 each, two for $20 each, and so on. */
export async function bag(shop: PayingShop, count = 3): Promise<Bag> {
  const ann = await shop.customer()
  const items: Item[] = []
  const orders: Order[] = []
  for (let i = 1; i <= count; i++) {
    const item = await shop.item({ name: `Goods ${i}`, price: 10 * i, availableQuantity: 10 })
    items.push(item)
    orders.push((await ann.order(item, 2)).json<Order>())
  }
  return { ann, items, orders, ids: orders.map(({ _id }) => _id) }
}

/** The first is paid with the others. */
export const start = (ann: Customer, [first = '', ...others]: readonly string[]) =>
  ann.call('POST', '/api/create-payment-intent', { _id: first, with: others })

/** Answers the provider's id of the payment. */
export async function startedTogether(ann: Customer, ids: readonly string[]): Promise<string> {
  const answer = await start(ann, ids)
  assert.equal(answer.statusCode, 200, answer.body)
  return intentOf(answer.json().clientSecret)
}

export const paidOf = async (ann: Customer, ids: readonly string[]): Promise<boolean[]> =>
  Promise.all(ids.map(async id => (await read(ann, id)).paid === true))

export const statusOf = async (shop: PayingShop, intent: string) =>
  (await shop.provider(`payment_intents/${intent}`)).status

/** Every cent of a charge is kept for an order or has gone back, once, and the provider says the same as the books. */
export async function assertSettled(shop: PayingShop, intent: string): Promise<void> {
  const { db } = shop.deps
  const kept = await db.read
    .selectFrom('orders')
    .select('total_cents')
    .where('transaction_id', '=', intent)
    .execute()
  const cents = kept.reduce((sum, { total_cents }) => sum + total_cents, 0)
  const given = (await refundsOf(shop, intent)).reduce((sum, amount) => sum + amount, 0)
  const { amount_received } = await shop.provider(`payment_intents/${intent}`)
  assert.equal(cents + given, amount_received)
  assert.deepEqual(await brokenInvariants(db.read), [])
  assert.deepEqual(await differences(shop), [])
}

/** The stock of an order goes back on the shelf, and somebody else takes all there is. */
export async function lapseAndSellOut(shop: PayingShop, order: Order, item: Item): Promise<void> {
  await shop.deps.db.write(async tx => {
    await tx.updateTable('orders').set({ released_at: 1 }).where('id', '=', order._id).execute()
    await tx.updateTable('items').set({ available_quantity: 10 }).where('id', '=', item._id).execute()
  })
  const rival = await shop.customer()
  assert.equal((await rival.order(item, 10)).statusCode, 201)
}
