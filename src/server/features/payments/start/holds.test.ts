import assert from 'node:assert/strict'
import {
  addCardsAndEmail,
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../../../../../tests/helpers/customers.ts'
import {
  availableQuantityOf,
  minute,
  placeTestOrder,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { onBothEngines, onSqlite } from '../../../../../tests/helpers/shop.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'

const open = (who: Customer, order: { _id: string }) => who.call('POST', '/api/create-payment-intent', order)

/** A late event, after the clock was moved, would count as a check of the payment and delay the next one. */
const dropWebhooks = (shop: CardShop) => shop.setCardFaults({ webhookDrop: true })

async function jobs({ deps }: CardShop): Promise<void> {
  await reconcilePayments(deps, deps.cards)
  await releaseHolds(deps)
}

/** Fails if every new payment extends the hold by half an hour: the stock would never be released. */
withCardsOnSqlite('stock that is never paid for is released after an hour and a half', async shop => {
  await dropWebhooks(shop)
  const { ann, item, order } = await placeTestOrder(shop, 10)
  for (let minutes = 0; minutes < 90; minutes += 15) {
    assert.equal(await availableQuantityOf(shop, item._id), 0, `after ${minutes} minutes`)
    await startCardPayment(ann, order)
    shop.travel(15 * minute)
    await jobs(shop)
  }
  assert.equal(await availableQuantityOf(shop, item._id), 10)
  const refused = await open(ann, order)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'order_lapsed'])
  assert.equal(await availableQuantityOf(shop, item._id), 10)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
  assert.equal((await ann.order(item, 10)).statusCode, 201, 'ordering anew is the way on')
})

withCardsOnSqlite('paying for an order that lapsed a day ago reserves its stock again', async shop => {
  await dropWebhooks(shop)
  const { ann, item, order } = await placeTestOrder(shop, 4)
  for (const _ of [1, 2]) {
    shop.travel(1440 * minute)
    await jobs(shop)
    assert.equal(await availableQuantityOf(shop, item._id), 10)
    await startCardPayment(ann, order)
    assert.equal(await availableQuantityOf(shop, item._id), 6)
  }
  shop.travel(1440 * minute)
  await jobs(shop)
  assert.equal((await open(ann, order)).json().code, 'order_lapsed')
})

/** Fails if only placing an order checks the share: lapsed orders would be held again without the check. */
onBothEngines(
  'MAX_HELD_SHARE limits how much of an item one account can hold',
  async shop => {
    const paying = await addCardsAndEmail(shop)
    try {
      const item = await paying.item({ availableQuantity: 10 })
      const [ann, bob] = [await paying.customer(), await paying.customer()]
      const first = (await ann.order(item, 3)).json()
      const over = await ann.order(item, 3)
      assert.deepEqual([over.statusCode, over.json().code, over.json().left], [409, 'share_exceeded', 2])
      assert.equal(await availableQuantityOf(paying, item._id), 7)
      assert.equal((await bob.order(item, 3)).statusCode, 201, 'the share is for each account')
      paying.travel(31 * minute)
      await releaseHolds(paying.deps)
      assert.equal((await ann.order(item, 5)).statusCode, 201)
      assert.equal((await open(ann, first)).json().code, 'share_exceeded')
      assert.equal(await availableQuantityOf(paying, item._id), 5)
    } finally {
      await paying.closeCards()
    }
  },
  { MAX_HELD_SHARE: '50' },
)

/** Fails on 6ceb9a3: one unconfirmed account could order the whole stock of everything without paying. */
withCards('an unconfirmed account holds at most half of an item, a confirmed one all', async shop => {
  const [much, other, few] = [
    await shop.item({ availableQuantity: 12 }),
    await shop.item({ availableQuantity: 11 }),
    await shop.item({ availableQuantity: 10 }),
  ]
  const eve = await shop.customer()
  const over = await eve.order(much, 7)
  assert.deepEqual(
    [over.statusCode, over.json().code, over.json().left, over.json().confirm],
    [409, 'share_exceeded', 6, true],
  )
  assert.match(over.json().detail, /at most 6 .* confirm your email address or pay/)
  assert.equal(await availableQuantityOf(shop, much._id), 12, 'nothing is held')
  const mine = (await eve.order(much, 4)).json()
  assert.equal((await eve.order(much, 3)).json().left, 2, 'what they hold counts')
  assert.equal((await eve.order(much, 2)).statusCode, 201)
  assert.equal((await eve.order(other, 5)).statusCode, 201, 'a bag of different things')
  assert.equal((await eve.order(few, 10)).statusCode, 201, 'a small stock')
  // A lapsed order does not bypass the limit.
  shop.travel(31 * minute)
  await releaseHolds(shop.deps)
  assert.equal((await eve.order(much, 6)).statusCode, 201)
  assert.equal((await open(eve, mine)).json().code, 'share_exceeded')
  const bob = await confirmed(shop.deps, await shop.customer())
  const item = await shop.item({ availableQuantity: 20 })
  assert.equal((await bob.order(item, 20)).statusCode, 201, 'a confirmed account')
  const cleo = await shop.customer()
  const small = (await cleo.order(other, 1)).json()
  await shop.charge(await startCardPayment(cleo, small))
  await eventually(
    async () => (await cleo.call('GET', `/api/booking/${small._id}`)).json().paid,
    'the payment',
  )
  const large = await shop.item({ availableQuantity: 20 })
  assert.equal((await cleo.order(large, 20)).statusCode, 201, 'an account that has paid')
})

onSqlite('unconfirmed buyers at one address place at most 300 orders an hour', async shop => {
  const [item, eve] = [await shop.item({ availableQuantity: 100 }), await shop.customer()]
  const name = 'orders of unknown buyers from 127.0.0.1'
  assert.equal((await eve.order(item)).statusCode, 201)
  await shop.deps.db.write(tx =>
    tx.updateTable('rate_counters').set({ count: 300 }).where('name', '=', name).execute(),
  )
  const refused = await eve.order(item)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_requests'])
  assert.match(refused.json().detail, /Confirm your email address in My Profile/)
  assert.equal((await (await confirmed(shop.deps, await shop.customer())).order(item)).statusCode, 201)
})
