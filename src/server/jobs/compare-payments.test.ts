import assert from 'node:assert/strict'
import { type CardShop, eventually, withCards, withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../tests/helpers/customers.ts'
import {
  paid,
  paymentsOf,
  placeTestOrder,
  readOrder,
  refundsOf,
  startCardPayment,
} from '../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../tests/helpers/shop.ts'
import { compareWithProvider } from '../features/payments/reconcile/compare-with-provider.ts'
import { comparePayments } from './compare-payments.ts'

async function differences({ deps: { db, cards } }: CardShop): Promise<string[]> {
  const kinds: string[] = []
  for await (const { kind } of compareWithProvider(db.read, cards, 0)) kinds.push(kind)
  return kinds
}

const unmatchedCharges = async (admin: Customer) =>
  (await admin.call('GET', '/api/attention'))
    .json<{ kind: string; transactionId: string }[]>()
    .filter(({ kind }) => kind === 'no_order')
    .map(({ transactionId }) => transactionId)

/** The state of an older backup: later rows are missing. */
const forget = (shop: CardShop, what: 'payment' | 'order', orderId: string) =>
  shop.deps.db.write(async tx => {
    const [payment] = await paymentsOf(tx, orderId)
    await tx.deleteFrom('payment_orders').where('order_id', '=', orderId).execute()
    await tx
      .deleteFrom('payments')
      .where('id', '=', payment?.id ?? '')
      .execute()
    const { quantity, item_id } = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (what === 'payment') return
    await tx.deleteFrom('orders').where('id', '=', orderId).execute()
    await tx
      .updateTable('items')
      .set(({ eb }) => ({ available_quantity: eb('available_quantity', '+', quantity) }))
      .where('id', '=', item_id)
      .execute()
  })

async function charged(shop: CardShop) {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  return { ann, order, intent }
}

/** Fails if the shop asks only about payments that it knows: 156 charges had neither an order nor a refund. */
withCardsOnSqlite('after restoring an older backup every charge is matched or listed', async shop => {
  const admin = await newAdmin(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const [opened, orderOnly, gone] = [await charged(shop), await charged(shop), await charged(shop)]
  await forget(shop, 'payment', orderOnly.order._id)
  await forget(shop, 'order', gone.order._id)
  assert.deepEqual((await differences(shop)).sort(), ['no_order', 'unknown_payment', 'unrecorded'])

  const left = await comparePayments(shop.deps, shop.deps.cards)
  assert.equal(left.length, 1, left.join())
  assert.match(left[0] ?? '', new RegExp(`Charge ${gone.intent} .+ has neither an order nor a refund`))
  for (const { ann, order, intent } of [opened, orderOnly]) {
    const seen = await readOrder(ann, order._id)
    assert.deepEqual([seen.paid, seen.transactionId], [true, intent])
  }
  assert.deepEqual(await unmatchedCharges(admin), [gone.intent])
  assert.deepEqual(await refundsOf(shop, gone.intent), [])
  assert.deepEqual(await differences(shop), ['no_order'], 'nothing is forgotten by being shown')
})

/** Fails if a charge without an order is only listed although the setting says to refund it. */
withCards('with the setting for it, a charge without an order is refunded once', async shop => {
  const admin = await newAdmin(shop)
  shop.deps.config.unmatchedPayments = 'refund'
  await shop.setCardFaults({ webhookDrop: true })
  const { order, intent } = await charged(shop)
  await forget(shop, 'order', order._id)
  for (const _ of ['found', 'found again'])
    assert.deepEqual(await comparePayments(shop.deps, shop.deps.cards), [])
  assert.deepEqual(await refundsOf(shop, intent), [3700])
  assert.deepEqual([await unmatchedCharges(admin), await differences(shop)], [[], []])
})

/** Fails if every charge on the account counts as the shop's: another shop's customers would be refunded. */
withCardsOnSqlite('charges of another shop on the same account are ignored', async shop => {
  shop.deps.config.unmatchedPayments = 'refund'
  await shop.setCardFaults({ webhookDrop: true })
  const { order, intent } = await charged(shop)
  await forget(shop, 'order', order._id)
  await shop.deps.db.write(tx => tx.updateTable('shop_identity').set({ id: 'another' }).execute())
  assert.deepEqual(await differences(shop), [])
  await comparePayments(shop.deps, shop.deps.cards)
  assert.deepEqual(await refundsOf(shop, intent), [])
})

const byHand = (shop: CardShop, id: string, act: string, amount?: number) =>
  fetch(`${shop.cardsUrl}/stripe/test/${id}/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount }),
  })

withCards('refunds and disputes whose events were lost are found within a day', async shop => {
  const { ann, order, intent } = await charged(shop)
  await eventually(paid(ann, order._id), 'the order to be paid')
  await shop.setCardFaults({ webhookDrop: true })
  await byHand(shop, intent, 'refund', 1000)
  assert.deepEqual(await differences(shop), ['refund'])
  await comparePayments(shop.deps, shop.deps.cards)
  assert.equal((await readOrder(ann, order._id)).refundedAmount, 10)
  await byHand(shop, intent, 'dispute')
  assert.deepEqual(await differences(shop), ['refund'])
  await comparePayments(shop.deps, shop.deps.cards)
  assert.ok((await readOrder(ann, order._id)).disputedAt)
  assert.deepEqual(await differences(shop), [])
})

withCards('money in the shop’s books that the provider does not know is reported', async shop => {
  const { ann, order } = await charged(shop)
  await eventually(paid(ann, order._id), 'the order to be paid')
  await shop.deps.db.write(async tx => {
    await tx.updateTable('payments').set({ intent_id: 'pi_invented' }).execute()
    await tx.updateTable('orders').set({ transaction_id: 'pi_invented' }).execute()
  })
  const left = await comparePayments(shop.deps, shop.deps.cards)
  assert.ok(
    left.some(sentence => /pi_invented, but the card provider has no such charge/.test(sentence)),
    left.join(),
  )
})
