import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import { minute, paid, placeTestOrder, startCardPayment } from '../../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'

const hour = 60 * minute

const declinedCards = async (shop: CardShop): Promise<number> => {
  const rows = await shop.deps.db.read
    .selectFrom('rate_counters')
    .select('count')
    .where('name', 'like', 'declined cards of %')
    .execute()
  return rows.reduce((sum, row) => sum + row.count, 0)
}

async function decline(shop: CardShop, intent: string, times: number): Promise<void> {
  const before = await declinedCards(shop)
  for (let i = 0; i < times; i++) await shop.charge(intent, '4000000000000002').catch(() => undefined)
  await eventually(async () => (await declinedCards(shop)) === before + times, `${times} declined cards`)
}

/** Without cancelPayment in noteDecline, one payment accepts any number of cards. */
withCardsOnSqlite('ten declined cards cancel a payment, and the next one has to wait an hour', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await decline(shop, intent, 9)
  assert.equal(await startCardPayment(ann, order), intent)
  await decline(shop, intent, 1)
  await eventually(
    async () => (await shop.readFromProvider(`payment_intents/${intent}`)).status === 'canceled',
    'the payment to be canceled',
  )
  const refused = await ann.call('POST', '/api/create-payment-intent', order)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_requests'])
  assert.ok(Number(refused.headers['retry-after']) > 3000)
  const eve = await placeTestOrder(shop)
  await startCardPayment(eve.ann, eve.order)

  shop.travel(hour)
  const again = await startCardPayment(ann, order)
  assert.notEqual(again, intent)
  await shop.charge(again)
  await eventually(paid(ann, order._id), 'the order to be paid')
})

/** Without the count per address, thirty accounts try three hundred cards. */
withCardsOnSqlite('thirty declined cards from one address block all accounts there', async shop => {
  for (let buyer = 1; buyer <= 4; buyer++) {
    const { ann, order } = await placeTestOrder(shop)
    await decline(shop, await startCardPayment(ann, order), buyer <= 3 ? 9 : 3)
  }
  const { ann, order } = await placeTestOrder(shop)
  const refused = await ann.call('POST', '/api/create-payment-intent', order)
  assert.equal(refused.statusCode, 429, refused.body)
  const elsewhere = await shop.call({
    method: 'POST',
    url: '/api/create-payment-intent',
    headers: { authorization: `Bearer ${ann.token}` },
    payload: order,
    remoteAddress: '192.0.2.7',
  })
  assert.equal(elsewhere.statusCode, 200, elsewhere.body)
})

/** Fails if only webhooks count: with webhooks lost, 60 of 60 cards were tried. */
withCards('declined cards count even if every webhook is lost', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  for (let i = 0; i < 9; i++) await shop.charge(intent, '4000000000000002').catch(() => undefined)
  assert.equal(await startCardPayment(ann, order), intent)
  assert.equal(await declinedCards(shop), 9)
  await startCardPayment(ann, order)
  assert.equal(await declinedCards(shop), 9, 'each card once, however often the provider is asked')
  await shop.charge(intent, '4000000000000002').catch(() => undefined)
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).statusCode, 429)
})

/** Fails if the client secret is returned again after the limit was reached. */
withCardsOnSqlite(
  'after too many declined cards the next try fails, and the payment is canceled',
  async shop => {
    await shop.setCardFaults({ webhookDrop: true })
    const { ann, order } = await placeTestOrder(shop)
    const intent = await startCardPayment(ann, order)
    for (let i = 0; i < 10; i++) await shop.charge(intent, '4000000000000002').catch(() => undefined)
    assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).statusCode, 429)
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  },
)
