import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../tests/helpers/card-shop.ts'
import { customerOf } from '../../../../tests/helpers/customers.ts'
import { finishRemovals } from '../../../../tests/helpers/finish-removals.ts'
import {
  availableQuantityOf,
  placeTestOrder,
  readOrder,
  refundsOf,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { closeAccounts } from '../../jobs/close-accounts.ts'

async function adminOf(shop: CardShop) {
  const { email, token } = await newAdmin(shop)
  return customerOf(shop.call, email, token)
}

const statusOf = async (shop: CardShop, intent: string) =>
  (await shop.readFromProvider(`payment_intents/${intent}`)).status

withCardsOnSqlite('removing a user cancels their open payment and keeps their paid order', async shop => {
  const admin = await adminOf(shop)
  const { ann, item, order } = await placeTestOrder(shop)
  const kept = (await ann.order(item, 3)).json()
  const paying = await startCardPayment(ann, kept)
  await shop.charge(paying)
  await eventually(async () => (await readOrder(ann, kept._id)).paid, 'the order to be paid')
  const intent = await startCardPayment(ann, order)
  assert.equal((await admin.call('DELETE', `/api/user/${ann.email}`)).statusCode, 204)
  await finishRemovals(shop)
  assert.equal(await statusOf(shop, intent), 'canceled')
  assert.equal(await availableQuantityOf(shop, item._id), 7)
  const all = (await admin.call('GET', '/api/booking')).json()
  assert.deepEqual(
    all.map((order: { _id: string; paid: boolean }) => [order._id, order.paid]),
    [[kept._id, true]],
  )
  assert.deepEqual(await refundsOf(shop, paying), [])
})

withCardsOnSqlite(
  'a payment that succeeded before the removal counts, even if its webhook was lost',
  async shop => {
    const admin = await adminOf(shop)
    const { ann, item, order } = await placeTestOrder(shop)
    await shop.setCardFaults({ webhookDrop: true })
    const intent = await startCardPayment(ann, order)
    await shop.charge(intent)
    assert.equal((await admin.call('DELETE', `/api/user/${ann.email}`)).statusCode, 204)
    await finishRemovals(shop)
    assert.equal((await admin.call('GET', '/api/booking')).json()[0].transactionId, intent)
    assert.equal(await availableQuantityOf(shop, item._id), 8)
  },
)

/** Fails if the user is removed after the orders: they would stay signed in while the provider is down. */
withCardsOnSqlite(
  'with the provider down the user is removed immediately, and the job finishes the rest once',
  async shop => {
    const admin = await adminOf(shop)
    const { ann, item, order } = await placeTestOrder(shop)
    const plain = (await ann.order(item, 1)).json()
    const intent = await startCardPayment(ann, order)
    await shop.setCardFaults({ answer500: -1 })
    assert.equal((await admin.call('DELETE', `/api/user/${ann.email}`)).statusCode, 204)
    assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 401)
    const again = await shop.customer(ann.email)
    assert.equal((await again.call('GET', `/api/booking/${plain._id}`)).statusCode, 404)
    await assert.rejects(finishRemovals(shop))
    assert.equal(
      await availableQuantityOf(shop, item._id),
      8,
      'stock without an open payment is already released',
    )
    await assert.rejects(closeAccounts(shop.deps))
    await shop.setCardFaults({ answer500: 0 })
    const job = () => closeAccounts(shop.deps)
    await Promise.all([job(), job()])
    await job()
    assert.equal(await statusOf(shop, intent), 'canceled')
    assert.equal(await availableQuantityOf(shop, item._id), 10)
  },
)

/** Fails without `payments.findLive` in remove-order: a payment started in the meantime stays open for a canceled order. */
withCards('concurrent payments and removals, 20 times, leave nothing that could be charged', async shop => {
  const admin = await adminOf(shop)
  const item = await shop.item({ price: 5, availableQuantity: 100 })
  for (let round = 0; round < 20; round++) {
    const ann = await shop.customer()
    const order = (await ann.order(item)).json()
    const [start, removal] = await Promise.all([
      ann.call('POST', '/api/create-payment-intent', order),
      admin.call('DELETE', `/api/user/${ann.email}`),
    ])
    assert.equal(removal.statusCode, 204)
    assert.ok([200, 401, 404, 409].includes(start.statusCode), start.body)
    await finishRemovals(shop)
  }
  assert.equal(await availableQuantityOf(shop, item._id), 100)
  const { data } = (await shop.readFromProvider('payment_intents?limit=100')) as {
    data: { status: string }[]
  }
  assert.ok(data.every(({ status }) => status === 'canceled'))
})
