import assert from 'node:assert/strict'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../../../tests/helpers/customers.ts'
import {
  minute,
  placeTestOrder,
  readOrder,
  refundsOf,
  removeWithoutCanceling,
  startCardPayment,
} from '../../../tests/helpers/paying.ts'
import type { Cards } from '../adapters/cards.ts'
import { StripeCards } from '../adapters/cards-stripe.ts'
import { reconcilePayments } from './reconcile-payments.ts'

/** Wraps the provider and records its calls, and how many run in parallel. */
function watched(cards: Cards): { cards: Cards; calls: string[]; most: () => number } {
  const calls: string[] = []
  let [open, most] = [0, 0]
  const proxy = new Proxy(cards, {
    get(target, name: keyof Cards) {
      const call = target[name].bind(target) as (...given: unknown[]) => unknown
      return async (...given: unknown[]) => {
        calls.push(name)
        most = Math.max(most, ++open)
        try {
          return await call(...given)
        } finally {
          open--
        }
      }
    },
  })
  return { cards: proxy, calls, most: () => most }
}

/** Many open payments, each paid at the provider. */
async function openCheckouts(shop: CardShop, count: number) {
  const item = await shop.item({ price: 5, availableQuantity: count })
  const orders: { ann: Customer; id: string }[] = []
  while (orders.length < count) {
    const ann = await confirmed(shop.deps, await shop.customer())
    // The limit of unpaid orders per user.
    for (let i = 0; i < 20 && orders.length < count; i++) {
      const order = (await ann.order(item)).json()
      await shop.charge(await startCardPayment(ann, order))
      orders.push({ ann, id: order._id })
    }
  }
  return orders
}

/** Fails if a run stops after fifty, or calls the provider sequentially. */
withCards('many payments with lost webhooks are settled in one run, several in parallel', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const orders = await openCheckouts(shop, 53)
  shop.travel(minute)
  const { cards, most } = watched(shop.deps.cards)
  await shop.setCardFaults({ hangMs: 5, faultsOn: 'read' })
  await reconcilePayments(shop.deps, cards)
  for (const { ann, id } of orders) assert.equal((await readOrder(ann, id)).paid, true)
  assert.ok(most() > 1 && most() <= 8, `${most()} at once`)
})

/** Fails if refunds come last: their customers would wait for all open payments. */
withCards('refunds come first', async shop => {
  await shop.setCardFaults({ webhookDrop: true, outage: true, faultsOn: 'refund' })
  const owed = await placeTestOrder(shop)
  const intent = await startCardPayment(owed.ann, owed.order)
  await removeWithoutCanceling(shop, owed.order)
  await shop.charge(intent)
  shop.travel(minute)
  // The order is removed, but its payment had already succeeded, so a refund is due.
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.deepEqual(await refundsOf(shop, intent), [])
  await shop.setCardFaults({ outage: false, faultsOn: 'all' })
  const { ann, order } = await placeTestOrder(shop)
  await startCardPayment(ann, order)
  shop.travel(minute)
  const { cards, calls } = watched(shop.deps.cards)
  await reconcilePayments(shop.deps, cards)
  assert.ok(calls.includes('find') && calls.indexOf('refund') === 0, calls.join())
  assert.deepEqual(await refundsOf(shop, intent), [3700])
})

/** Fails if a run goes through all payments during an outage, with a timeout for each. */
withCardsOnSqlite('a run stops early during an outage, and a later one settles everything', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const orders = await openCheckouts(shop, 16)
  shop.travel(minute)
  await shop.setCardFaults({ answer500: -1 })
  const { stripe } = shop.deps.config
  assert.ok(stripe)
  const { cards, calls } = watched(new StripeCards(stripe, { failures: 5, pauseMs: 0 }))
  await assert.rejects(reconcilePayments(shop.deps, cards))
  assert.ok(calls.length < 14, `${calls.length} calls`)
  await shop.setCardFaults({ answer500: 0 })
  shop.travel(minute)
  await reconcilePayments(shop.deps, cards)
  for (const { ann, id } of orders) assert.equal((await readOrder(ann, id)).paid, true)
})
