import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { dayMs } from '#domain/day.ts'
import { type CardShop, withCards } from '../../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { confirmed } from '../../../../../tests/helpers/customers.ts'
import { twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { startCombinedPayment } from '../../../../../tests/helpers/pay-together.ts'
import {
  availableQuantityOf,
  minute,
  paymentsOf,
  readOrder,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'

async function offered(shop: CardShop) {
  await changeContent(shop, { transfer: { text: 'IBAN XX00 1234', days: 7 } })
  const known = await twoUnpaid(shop)
  await confirmed(shop.deps, known.ann)
  const announce = (id: string, others?: readonly string[]) =>
    known.ann.call('POST', `/api/booking/${id}/transfer`, others ? { with: others } : {})
  return { ...known, announce }
}

const statusOf = async (shop: CardShop, intent: string) =>
  (await shop.readFromProvider(`payment_intents/${intent}`)).status

/** Fails if the payment stays open: the reconciler would ask about it for as long as the order waits. */
withCards('announcing a transfer cancels the card payments of the orders', async shop => {
  const { ann, ids, announce } = await offered(shop)
  const intent = await startCombinedPayment(ann, [...ids])
  const answer = await announce(ids[0])
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(await statusOf(shop, intent), 'canceled')
  assert.deepEqual(
    (await paymentsOf(shop.deps.db.read, ids[0])).filter(({ canceled_at }) => canceled_at === null),
    [],
  )
})

withCards('a card that was charged in the meantime pays the order, so it does not wait', async shop => {
  const { ann, ids, announce } = await offered(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCardPayment(ann, { _id: ids[0] })
  await shop.charge(intent)
  const answer = await announce(ids[0])
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'already_paid'])
  const order: Order = await readOrder(ann, ids[0])
  assert.deepEqual([order.transactionId, order.transferUntil], [intent, null])
})

/** Fails if a transfer is announced before the card payment is gone, or if each try takes the stock again. */
withCards('while the card provider is down nothing is announced, and no stock is lost', async shop => {
  const { ann, tray, ids, announce } = await offered(shop)
  await startCardPayment(ann, { _id: ids[1] })
  await shop.deps.db.write(tx =>
    tx.updateTable('orders').set({ held_until: 1 }).where('id', '=', ids[0]).execute(),
  )
  await releaseHolds(shop.deps)
  await shop.setCardFaults({ outage: true })
  for (const _ of ['first', 'second']) {
    const answer = await announce(ids[0], [ids[1]])
    assert.equal(answer.statusCode, 502, answer.body)
    assert.match(answer.json().detail, /Nothing was announced\./)
  }
  assert.equal((await readOrder(ann, ids[0])).transferUntil, null)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
  await shop.setCardFaults({ outage: false })
  assert.equal((await announce(ids[0], [ids[1]])).statusCode, 200)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
})

/** Fails if an open card payment lives as long as the hold of its order. */
withCards('a card payment of a waiting order is ended after an hour, and the order waits on', async shop => {
  const { ann, ids, announce } = await offered(shop)
  assert.equal((await announce(ids[0])).statusCode, 200)
  const intent = await startCardPayment(ann, { _id: ids[0] })
  shop.travel(50 * minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.equal(await statusOf(shop, intent), 'requires_payment_method')
  shop.travel(11 * minute)
  // An event of the provider that arrives just now puts the check off by less than a minute.
  for (let checks = 0; checks < 5 && (await statusOf(shop, intent)) !== 'canceled'; checks++) {
    await reconcilePayments(shop.deps, shop.deps.cards)
    shop.travel(minute)
  }
  assert.equal(await statusOf(shop, intent), 'canceled')
  shop.travel(dayMs)
  await releaseHolds(shop.deps)
  assert.equal((await readOrder(ann, ids[0])).state, 'held')
  const next = await startCardPayment(ann, { _id: ids[0] })
  assert.notEqual(next, intent)
})
