import assert from 'node:assert/strict'
import {
  minute,
  ordered,
  patch,
  read,
  refundsOf,
  removeUnseen,
  started,
} from '../../../../../tests/helpers/paying.ts'
import {
  eventually,
  type PayingShop,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/paying-shop.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'

/** The provider keeps to a 500 for a day: whoever asks again under the same key gets it again. */

const reconcile = (shop: PayingShop) => reconcilePayments(shop.deps, shop.deps.cards)

const intents = async (shop: PayingShop) =>
  (await shop.provider('payment_intents?limit=100')).data as { id: string; status: string }[]

/** What the provider has done before it failed makes no difference to a database. */
const faults = [
  ['saved500', withCardsOnSqlite],
  ['saved500AfterWork', withCards],
] as const

/** Fails where a payment is started again under its old key: 502 for a day. */
for (const [fault, onEngines] of faults)
  onEngines(`a 500 that is kept under its key (${fault}) does not stop anybody from paying`, async shop => {
    const { ann, order } = await ordered(shop)
    await shop.turn({ [fault]: 1, faultsOn: 'create', webhookDrop: true })
    const intent = await started(ann, order)
    assert.equal(await started(ann, order), intent)
    await shop.charge(intent)
    assert.equal((await patch(ann, order._id, intent)).statusCode, 200)
    const paid = (await intents(shop)).filter(({ status }) => status === 'succeeded')
    assert.deepEqual(
      paid.map(({ id }) => id),
      [intent],
    )
  })

/** Fails where removing starts the payment again to learn which one to call off. */
withCardsOnSqlite('an order whose payment was never answered can be removed, provider or not', async shop => {
  const { ann, order } = await ordered(shop)
  await shop.turn({ saved500: -1, faultsOn: 'create' })
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).statusCode, 502)
  await shop.turn({ saved500: 0, outage: true, faultsOn: 'all' })
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
})

for (const [fault, onEngines] of faults)
  onEngines(
    `a 500 that is kept when a payment is called off (${fault}): the order is removed`,
    async shop => {
      const { ann, order } = await ordered(shop)
      const intent = await started(ann, order)
      await shop.turn({ [fault]: 1, faultsOn: 'cancel' })
      assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
      assert.equal((await shop.provider(`payment_intents/${intent}`)).status, 'canceled')
    },
  )

/** Fails where a refund is asked for under the same key for ever; twice where a new key is taken without looking. */
for (const [fault, onEngines] of faults)
  onEngines(
    `a 500 that is kept for a refund (${fault}): the money goes back all the same, once`,
    async shop => {
      const { ann, order } = await ordered(shop)
      await shop.turn({ webhookDrop: true })
      const intent = await started(ann, order)
      await removeUnseen(shop, order)
      await shop.charge(intent)
      await shop.turn({ [fault]: 1, faultsOn: 'refund' })
      assert.equal((await patch(ann, order._id, intent)).statusCode, 404)
      shop.travel(minute)
      // Two runs: the first one may find that the key is spent.
      await reconcile(shop).catch(() => undefined)
      shop.travel(minute)
      await reconcile(shop)
      assert.deepEqual(await refundsOf(shop, intent), [3700])
    },
  )

/** Fails where the secret is handed out although the order was removed while the provider was thinking. */
withCards(
  'a payment that is answered after its order was removed is called off, not handed out',
  async shop => {
    const { ann, order } = await ordered(shop)
    await shop.turn({ hangMs: 400, faultsOn: 'create' })
    const [start, removal] = await Promise.all([
      ann.call('POST', '/api/create-payment-intent', order),
      untilOpened(shop).then(() => ann.call('DELETE', `/api/myBooking/${order._id}`)),
    ])
    assert.equal(removal.statusCode, 204)
    assert.equal(start.statusCode, 404, start.body)
    assert.deepEqual(
      (await intents(shop)).map(({ status }) => status),
      ['canceled'],
    )
  },
)

const untilOpened = (shop: PayingShop) =>
  eventually(
    () => shop.deps.db.read.selectFrom('payments').select('id').executeTakeFirst(),
    'the payment to be opened',
  )

/** Fails where every failure of the provider says that nothing was charged: here the card was. */
withCardsOnSqlite('nobody is told that nothing was charged when something may have been', async shop => {
  const { ann, order } = await ordered(shop)
  await shop.turn({ webhookDrop: true })
  const intent = await started(ann, order)
  await shop.charge(intent)
  await shop.turn({ outage: true })
  const told = await patch(ann, order._id, intent)
  assert.deepEqual([told.statusCode, told.json().code], [502, 'provider_failed'])
  assert.match(told.json().detail, /becomes Paid by itself; please do not pay a second time/)
  const removal = await ann.call('DELETE', `/api/myBooking/${order._id}`)
  assert.match(removal.json().detail, /^The order was not removed/)
  for (const { body } of [told, removal]) assert.doesNotMatch(body, /[Nn]othing was charged/)
  await shop.turn({ outage: false })
  shop.travel(minute)
  await reconcile(shop)
  assert.equal((await read(ann, order._id)).paid, true)
})
