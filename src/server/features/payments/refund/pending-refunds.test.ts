import assert from 'node:assert/strict'
import { keys } from '../../../../../sandbox/context.ts'
import { signature } from '../../../../../sandbox/stripe/webhooks.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import {
  left,
  minute,
  ordered,
  patch,
  read,
  refundsOf,
  started,
} from '../../../../../tests/helpers/paying.ts'
import { type PayingShop, withCards, withCardsOnSqlite } from '../../../../../tests/helpers/paying-shop.ts'
import { type Cards, ProviderDown } from '../../../adapters/cards.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import * as refunds from '../../../store/refunds.ts'

/** The provider, one of whose calls is not answered until it is mended. */
function failingAt(shop: PayingShop, call: keyof Cards): { mend(): void } {
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

/** The customer is told that the money goes back, although the provider does not take the refund yet. */
async function refusedAsPromised(ann: Customer, id: string, intent: string): Promise<void> {
  const answer = await patch(ann, id, intent)
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_refunded'], answer.body)
  assert.match(answer.json().detail, /the money goes back to your card/)
}

const reconcile = (shop: PayingShop) => reconcilePayments(shop.deps, shop.deps.cards)

/** As when a hold has run out while the bank was thinking: the stock is on the shelf again, the payment goes on. */
const lapse = (shop: PayingShop, orderId: string, itemId: string) =>
  shop.deps.db.write(async tx => {
    await tx.updateTable('orders').set({ released_at: 1 }).where('id', '=', orderId).execute()
    await tx.updateTable('items').set({ available_quantity: 10 }).where('id', '=', itemId).execute()
  })

/**
 * Fails where a refund that is due becomes a sale as soon as there is stock again: the customer was told that the money
 * comes back. Fails as well where it is noted as made before the provider has made it.
 */
withCards('money that was promised back goes back, whatever happens in between', async shop => {
  await shop.turn({ webhookDrop: true })
  const { ann, item, order } = await ordered(shop, 8)
  const intent = await started(ann, order)
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
    assert.equal((await read(ann, order._id)).paid, false)
  }
  assert.equal(await left(shop, item._id), 10)
  provider.mend()
  shop.travel(minute)
  await reconcile(shop)
  await reconcile(shop)
  assert.deepEqual(await refundsOf(shop, intent), [14_800])
  assert.equal((await read(ann, order._id)).paid, false)
})

/** Fails where an event is noted before it was dealt with: the provider sends it again, and nobody listens. */
withCardsOnSqlite('news that could not be dealt with are dealt with when they come again', async shop => {
  await shop.turn({ webhookDrop: true })
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
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
  assert.equal((await read(ann, order._id)).paid, false)
  provider.mend()
  assert.equal(await tell(), 200)
  assert.equal((await read(ann, order._id)).paid, true)
  assert.equal(await tell(), 200, 'and once more, for nothing')
})

/** Fails where a provider that does not answer counts as one that knows nothing: the order goes, and its payment can be paid. */
withCardsOnSqlite(
  'an order whose payment could not be called off stays until the provider answers',
  async shop => {
    await shop.turn({ webhookDrop: true })
    const { ann, item, order } = await ordered(shop)
    const intent = await started(ann, order)
    const remove = async () => (await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode
    const provider = failingAt(shop, 'cancel')
    assert.equal(await remove(), 502)
    assert.equal((await read(ann, order._id)).paid, false)
    assert.equal(await left(shop, item._id), 8)
    provider.mend()
    assert.equal(await remove(), 204)
    assert.equal((await shop.provider(`payment_intents/${intent}`)).status, 'canceled')
    assert.equal(await left(shop, item._id), 10)
  },
)

/** Fails where the provider's 'already refunded' is taken for a failure: the refund stays due, and is asked for for ever. */
withCardsOnSqlite('money that somebody gave back at the provider is not owed any more', async shop => {
  await shop.turn({ webhookDrop: true })
  const { ann, item, order } = await ordered(shop, 8)
  const intent = await started(ann, order)
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
