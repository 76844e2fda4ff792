import assert from 'node:assert/strict'
import { withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import {
  placePaidOrder,
  placeTestOrder,
  refundsOf,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { closeAccounts } from '../../jobs/close-accounts.ts'
import { reconcilePayments } from '../../jobs/reconcile-payments.ts'

const erase = (one: Customer) => one.call('POST', '/api/auth/erase', {})

/** Fails if the address is erased before the parcel is sent: the shop would keep the money for nothing. */
withCardsOnSqlite('erasure is refused while a paid order is unsent, with instructions', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placePaidOrder(shop)
  const refused = await erase(ann)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'orders_unsent'])
  assert.match(refused.json().detail, /^T-\d+ is paid and not sent yet: .* Wait until it is sent, or/)
  const { address, paid } = (await ann.call('GET', `/api/booking/${order._id}`)).json()
  assert.deepEqual([address, paid], ['1 Test Street', true], 'nothing was erased')
  await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
  assert.equal((await erase(ann)).statusCode, 204)
})

withCardsOnSqlite('erasure does not wait for orders that are refunded', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placePaidOrder(shop)
  await admin.call('POST', `/api/booking/${order._id}/refund`, { reason: 'Asked for', restock: 2 })
  assert.equal((await erase(ann)).statusCode, 204)
})

/** Fails if the shop keeps the money of an order without a customer. */
withCards('a payment that arrives during an erasure is refunded, and the stock is released', async shop => {
  // Drops all webhooks from the first one on, because any of them makes the shop query the payment.
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, order, item } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  const erased = await erase(ann)
  assert.equal(erased.statusCode, 204, erased.body)
  await closeAccounts(shop.deps)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.deepEqual(await refundsOf(shop, intent), [3700])
  const row = await shop.deps.db.read
    .selectFrom('orders')
    .select(['paid_at', 'removed_at'])
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.paid_at, row.removed_at === null], [null, false])
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 10)
})
