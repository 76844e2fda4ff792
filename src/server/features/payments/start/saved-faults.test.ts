import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import {
  confirmPaid,
  minute,
  placeTestOrder,
  readOrder,
  refundsOf,
  removeWithoutCanceling,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'

/** The provider stores a 500 for a day: a retry with the same key gets it again. */

const reconcile = (shop: CardShop) => reconcilePayments(shop.deps, shop.deps.cards)

const intents = async (shop: CardShop) =>
  (await shop.readFromProvider('payment_intents?limit=100')).data as { id: string; status: string }[]

/** Whether the provider did the work before it failed makes no difference to the database. */
const faults = [
  ['saved500', withCardsOnSqlite],
  ['saved500AfterWork', withCards],
] as const

/** Fails if a payment is retried with its old key: 502 for a day. */
for (const [fault, onEngines] of faults)
  onEngines(`a stored 500 (${fault}) does not prevent paying`, async shop => {
    const { ann, order } = await placeTestOrder(shop)
    await shop.setCardFaults({ [fault]: 1, faultsOn: 'create', webhookDrop: true })
    const intent = await startCardPayment(ann, order)
    assert.equal(await startCardPayment(ann, order), intent)
    await shop.charge(intent)
    assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
    const paid = (await intents(shop)).filter(({ status }) => status === 'succeeded')
    assert.deepEqual(
      paid.map(({ id }) => id),
      [intent],
    )
  })

/** Fails if removing starts the payment again to learn its id. */
withCardsOnSqlite('an order can be removed if the start of its payment got no answer', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ saved500: -1, faultsOn: 'create' })
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).statusCode, 502)
  await shop.setCardFaults({ saved500: 0, outage: true, faultsOn: 'all' })
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
})

for (const [fault, onEngines] of faults)
  onEngines(`the order is removed despite a stored 500 for its cancellation (${fault})`, async shop => {
    const { ann, order } = await placeTestOrder(shop)
    const intent = await startCardPayment(ann, order)
    await shop.setCardFaults({ [fault]: 1, faultsOn: 'cancel' })
    assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  })

/** Fails if a refund is always retried with the same key; refunds twice if a new key is used without checking. */
for (const [fault, onEngines] of faults)
  onEngines(`a refund is made once despite a stored 500 (${fault})`, async shop => {
    const { ann, order } = await placeTestOrder(shop)
    await shop.setCardFaults({ webhookDrop: true })
    const intent = await startCardPayment(ann, order)
    await removeWithoutCanceling(shop, order)
    await shop.charge(intent)
    await shop.setCardFaults({ [fault]: 1, faultsOn: 'refund' })
    assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 404)
    shop.travel(minute)
    // Two runs: the first one may find that the key is spent.
    await reconcile(shop).catch(() => undefined)
    shop.travel(minute)
    await reconcile(shop)
    assert.deepEqual(await refundsOf(shop, intent), [3700])
  })

/** Fails if the client secret is returned although the order was removed during the provider's call. */
withCards('a payment that starts while its order is removed is canceled', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ hangMs: 400, faultsOn: 'create' })
  const [start, removal] = await Promise.all([
    ann.call('POST', '/api/create-payment-intent', order),
    whenOpened(shop).then(() => ann.call('DELETE', `/api/myBooking/${order._id}`)),
  ])
  assert.equal(removal.statusCode, 204)
  assert.equal(start.statusCode, 404, start.body)
  assert.deepEqual(
    (await intents(shop)).map(({ status }) => status),
    ['canceled'],
  )
})

const whenOpened = (shop: CardShop) =>
  eventually(
    () => shop.deps.db.read.selectFrom('payments').select('id').executeTakeFirst(),
    'the payment to be opened',
  )

/** Fails if every provider error says that nothing was charged: here the card was. */
withCardsOnSqlite('the buyer is not told that nothing was charged if the card may have been', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await shop.setCardFaults({ outage: true })
  const told = await confirmPaid(ann, order._id, intent)
  assert.deepEqual([told.statusCode, told.json().code], [502, 'provider_failed'])
  assert.match(told.json().detail, /will show as Paid by itself\. Please do not pay again/)
  const removal = await ann.call('DELETE', `/api/myBooking/${order._id}`)
  assert.match(removal.json().detail, /^The order was not removed/)
  for (const { body } of [told, removal]) assert.doesNotMatch(body, /[Nn]othing was charged/)
  await shop.setCardFaults({ outage: false })
  shop.travel(minute)
  await reconcile(shop)
  assert.equal((await readOrder(ann, order._id)).paid, true)
})
