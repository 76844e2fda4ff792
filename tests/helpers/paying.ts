import assert from 'node:assert/strict'
import type { PaymentRow, Reading } from '../../src/server/db/schema/tables.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import type { TestShop } from './shop.ts'

export const minute = 60_000

export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''

export async function placeTestOrder(shop: CardShop, quantity = 2) {
  const item = await shop.item({ price: 18.5, availableQuantity: 10 })
  const ann = await shop.customer()
  const order = (await ann.order(item, quantity)).json()
  return { item, ann, order }
}

export async function startCardPayment(ann: Customer, order: { _id: string }): Promise<string> {
  const answer = await ann.call('POST', '/api/create-payment-intent', order)
  assert.equal(answer.statusCode, 200, answer.body)
  return intentOf(answer.json().clientSecret)
}

/** The payments of an order, newest first. */
export const paymentsOf = (db: Reading, orderId: string) =>
  db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .selectAll('payments')
    .where('payment_orders.order_id', '=', orderId)
    .orderBy('payments.id', 'desc')
    .execute()

/** Changes the payments of an order directly in the database. */
export const setPayment = (shop: CardShop, orderId: string, row: Partial<PaymentRow>): Promise<void> =>
  shop.deps.db.write(async tx => {
    for (const { id } of await paymentsOf(tx, orderId))
      await tx.updateTable('payments').set(row).where('id', '=', id).execute()
  })

/** Removes the order without canceling its payment, as when the provider cannot be reached. */
export const removeWithoutCanceling = (
  shop: CardShop,
  order: { _id: string; itemId: string },
): Promise<void> =>
  shop.deps.db.write(async tx => {
    await tx.updateTable('orders').set({ removed_at: 1 }).where('id', '=', order._id).execute()
    await tx.updateTable('items').set({ available_quantity: 10 }).where('id', '=', order.itemId).execute()
  })

export const confirmPaid = (ann: Customer, id: string, transactionId: string) =>
  ann.call('PATCH', `/api/booking/${id}`, { bookingId: id, transactionId })

export const readOrder = async (ann: Customer, id: string) =>
  (await ann.call('GET', `/api/booking/${id}`)).json()

export const paid = (ann: Customer, id: string) => async () => (await readOrder(ann, id)).paid

export const availableQuantityOf = async (shop: TestShop, id: string) =>
  (await shop.call({ url: `/api/items/${id}` })).json().availableQuantity

export const refundsOf = async (shop: CardShop, intent: string) =>
  ((await shop.readFromProvider(`refunds?payment_intent=${intent}`)).data as { amount: number }[]).map(
    refund => refund.amount,
  )

/** A paid order; `open` starts its payment and returns the intent. */
export async function placePaidOrder(shop: CardShop, open = startCardPayment) {
  const { item, ann, order } = await placeTestOrder(shop)
  const intent = await open(ann, order)
  await shop.charge(intent)
  const answer = await confirmPaid(ann, order._id, intent)
  assert.equal(answer.statusCode, 200, answer.body)
  return { item, ann, order: order as { _id: string; number: string }, intent }
}

/** Who has had the stock of a lapsed order set aside again, as its timeline tells it. */
export async function holdRetakenBy(ann: Customer, orderId: string): Promise<string[]> {
  const events = (await ann.call('GET', `/api/booking/${orderId}/timeline`)).json<
    { what: string; by: string }[]
  >()
  return events.filter(({ what }) => what === 'hold_retaken').map(({ by }) => by)
}
