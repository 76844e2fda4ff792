import assert from 'node:assert/strict'
import { keys } from '../../../../../sandbox/context.ts'
import { signature } from '../../../../../sandbox/stripe/webhooks.ts'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import {
  availableQuantityOf,
  confirmPaid,
  minute,
  placeTestOrder,
  readOrder,
  refundsOf,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { type Cards, ProviderDown } from '../../../adapters/cards.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import * as refunds from '../../../store/refunds.ts'

/** The provider with one call that fails until repaired. */
function failingAt(shop: CardShop, call: keyof Cards): { mend(): void } {
  const { cards } = shop.deps
  shop.deps.cards = new Proxy(cards, {
    get(target, name: keyof Cards) {
      if (name === call) return () => Promise.reject(new ProviderDown(new Error('no answer'), false))
      const value = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    mend() {
      shop.deps.cards = cards
    },
  }
}

/** The customer was promised a refund that the provider does not accept yet. */
async function refusedAsPromised(ann: Customer, id: string, intent: string): Promise<void> {
  const answer = await confirmPaid(ann, id, intent)
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_refunded'], answer.body)
  assert.match(answer.json().detail, /we are refunding your card/)
}

const reconcile = (shop: CardShop) => reconcilePayments(shop.deps, shop.deps.cards)

/** As when a hold lapses while the bank is deciding: the stock is released, and the payment goes on. */
const lapse = (shop: CardShop, orderId: string, itemId: string) =>
  shop.deps.db.write(async tx => {
    await tx.updateTable('orders').set({ released_at: 1 }).where('id', '=', orderId).execute()
    await tx.updateTable('items').set({ available_quantity: 10 }).where('id', '=', itemId).execute()
  })

/**
 * Fails if a refund that is due turns into a sale once there is stock again, although the customer was promised the
 * money. Also fails if it is recorded as made before the provider has made it.
 */
withCards('a promised refund is made, whatever happens in between', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, item, order } = await placeTestOrder(shop, 8)
  const intent = await startCardPayment(ann, order)
  await lapse(shop, order._id, item._id)
  const bob = await shop.customer()
  const other = (await bob.order(item, 5)).json()
  await shop.charge(intent)
  const provider = failingAt(shop, 'refund')
  await refusedAsPromised(ann, order._id, intent)
  assert.deepEqual(await refundsOf(shop, intent), [])
  assert.equal((await bob.call('DELETE', `/api/myBooking/${other._id}`)).statusCode, 204)
  for (const _ of ['told again', 'and again']) {
    await refusedAsPromised(ann, order._id, intent)
    assert.equal((await readOrder(ann, order._id)).paid, false)
  }
  assert.equal(await availableQuantityOf(shop, item._id), 10)
  provider.mend()
  shop.travel(minute)
  await reconcile(shop)
  await reconcile(shop)
  assert.deepEqual(await refundsOf(shop, intent), [14_800])
  assert.equal((await readOrder(ann, order._id)).paid, false)
})

/** Fails if an event is recorded before it was processed: the provider's retry would be ignored. */
withCardsOnSqlite('an event that failed is processed when it is delivered again', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  const payload = JSON.stringify({
    id: 'evt_again',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intent, object: 'payment_intent' } },
  })
  const tell = async () => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature(payload) }
    return (await shop.call({ method: 'POST', url: '/api/stripe/webhook', headers, payload })).statusCode
  }
  const provider = failingAt(shop, 'find')
  assert.equal(await tell(), 502)
  assert.equal((await readOrder(ann, order._id)).paid, false)
  provider.mend()
  assert.equal(await tell(), 200)
  assert.equal((await readOrder(ann, order._id)).paid, true)
  assert.equal(await tell(), 200, 'and once more, for nothing')
})

/** Fails if an unreachable provider counts as one without a payment: the order is removed, but can still be paid. */
withCardsOnSqlite('an order stays until the provider has canceled its payment', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, item, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  const remove = async () => (await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode
  const provider = failingAt(shop, 'cancel')
  assert.equal(await remove(), 502)
  assert.equal((await readOrder(ann, order._id)).paid, false)
  assert.equal(await availableQuantityOf(shop, item._id), 8)
  provider.mend()
  assert.equal(await remove(), 204)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  assert.equal(await availableQuantityOf(shop, item._id), 10)
})

/** Fails if the provider's 'already refunded' counts as a failure: the shop would retry the refund forever. */
withCardsOnSqlite('money that was refunded at the provider is no longer owed', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, item, order } = await placeTestOrder(shop, 8)
  const intent = await startCardPayment(ann, order)
  await lapse(shop, order._id, item._id)
  await (await shop.customer()).order(item, 5)
  await shop.charge(intent)
  const provider = failingAt(shop, 'refund')
  await refusedAsPromised(ann, order._id, intent)
  assert.equal(await refunds.countDue(shop.deps.db.read), 1)
  const byHand = await fetch(`${shop.cardsUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.stripeSecret}` },
    body: new URLSearchParams({ payment_intent: intent }),
  })
  assert.equal(byHand.status, 200)
  provider.mend()
  shop.travel(minute)
  await reconcile(shop)
  assert.equal(await refunds.countDue(shop.deps.db.read), 0)
  assert.deepEqual(await refundsOf(shop, intent), [14_800])
})
