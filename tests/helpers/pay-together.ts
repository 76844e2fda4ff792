import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { brokenInvariants } from '../../src/server/books/invariants.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import { intentOf, readOrder, refundsOf } from './paying.ts'
import { differences } from './refunding.ts'

export interface Bag {
  ann: Customer
  items: Item[]
  orders: Order[]
  ids: string[]
}

/** Unpaid orders of one customer: two units of an item for $10, two of another for $20, and so on. */
export async function fillBag(shop: CardShop, count = 3): Promise<Bag> {
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

/** Starts one payment for all these orders. */
export const start = (ann: Customer, [first = '', ...others]: readonly string[]) =>
  ann.call('POST', '/api/create-payment-intent', { _id: first, with: others })

/** The same; returns the id of the payment intent. */
export async function startCombinedPayment(ann: Customer, ids: readonly string[]): Promise<string> {
  const answer = await start(ann, ids)
  assert.equal(answer.statusCode, 200, answer.body)
  return intentOf(answer.json().clientSecret)
}

export const paidOf = async (ann: Customer, ids: readonly string[]): Promise<boolean[]> =>
  Promise.all(ids.map(async id => (await readOrder(ann, id)).paid === true))

export const statusOf = async (shop: CardShop, intent: string) =>
  (await shop.readFromProvider(`payment_intents/${intent}`)).status

/** Every cent of the charge belongs to an order or was refunded, and the provider agrees with the books. */
export async function assertSettled(shop: CardShop, intent: string): Promise<void> {
  const { db } = shop.deps
  const kept = await db.read
    .selectFrom('orders')
    .select('paid_minor')
    .where('transaction_id', '=', intent)
    .execute()
  const minor = kept.reduce((sum, { paid_minor }) => sum + (paid_minor ?? 0), 0)
  const refunded = (await refundsOf(shop, intent)).reduce((sum, amount) => sum + amount, 0)
  const { amount_received } = await shop.readFromProvider(`payment_intents/${intent}`)
  assert.equal(minor + refunded, amount_received)
  assert.deepEqual(await brokenInvariants(db.read), [])
  assert.deepEqual(await differences(shop), [])
}

/** Releases the stock of an order and lets another customer order all of it. */
export async function lapseAndSellOut(shop: CardShop, order: Order, item: Item): Promise<void> {
  await shop.deps.db.write(async tx => {
    await tx.updateTable('orders').set({ released_at: 1 }).where('id', '=', order._id).execute()
    await tx.updateTable('items').set({ available_quantity: 10 }).where('id', '=', item._id).execute()
  })
  const rival = await shop.customer()
  assert.equal((await rival.order(item, 10)).statusCode, 201)
}
