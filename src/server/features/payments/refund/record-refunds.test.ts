import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import {
  confirmPaid,
  minute,
  paid,
  placeTestOrder,
  readOrder,
  refundsOf,
  removeWithoutCanceling,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

const day = 86_400_000

const act = async (shop: CardShop, id: string, what: string, body: object = {}) => {
  const answer = await fetch(`${shop.cardsUrl}/stripe/test/${id}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 200, await answer.clone().text())
}

const reconcile = (shop: CardShop) => reconcilePayments(shop.deps, shop.deps.cards)

const refundIds = async (shop: CardShop, intent: string) =>
  ((await shop.readFromProvider(`refunds?payment_intent=${intent}`)).data as { id: string }[]).map(
    ({ id }) => id,
  )

const subjects = async (shop: CardShop, to: string) => {
  await sendOutbox(shop.deps, shop.deps.mail)
  return (await shop.mails(to)).map(({ subject }) => subject).sort()
}

/** Money for a removed order, with all webhooks lost. Its refund starts with the status passed in. */
async function owed(shop: CardShop, refundStatus: 'pending' | 'requires_action' | 'succeeded') {
  await shop.setCardFaults({ webhookDrop: true, refundStatus })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await removeWithoutCanceling(shop, order)
  await shop.charge(intent)
  shop.travel(minute)
  await reconcile(shop)
  const [refund = ''] = await refundIds(shop, intent)
  return { ann, intent, refund }
}

/** Fails if a refund counts as done once requested: the email would be sent before any money goes back. */
withCardsOnSqlite(
  'a pending refund is tracked to its end, and the customer is emailed when it succeeds',
  async shop => {
    const { ann, intent, refund } = await owed(shop, 'pending')
    assert.deepEqual(await refundsOf(shop, intent), [3700])
    assert.deepEqual(await subjects(shop, ann.email), [])
    await act(shop, refund, 'succeed')
    shop.travel(day)
    await reconcile(shop)
    assert.deepEqual(await subjects(shop, ann.email), ['We’ve refunded your payment for Test Tray'])
    shop.travel(day)
    await reconcile(shop)
    assert.deepEqual(await refundsOf(shop, intent), [3700])
    assert.equal((await subjects(shop, ann.email)).length, 1)
  },
)

const attention = async (admin: Customer) =>
  (await admin.call('GET', '/api/attention')).json<{ kind: string; amount: number; detail: string }[]>()

/** Fails if 'failed' counts as done: the customer would wait for money that never comes. */
withCardsOnSqlite('a refund that fails later: the admin sees it, the customer gets an email', async shop => {
  const admin = await newAdmin(shop)
  const { ann, intent, refund } = await owed(shop, 'succeeded')
  assert.deepEqual(await subjects(shop, ann.email), ['We’ve refunded your payment for Test Tray'])
  assert.deepEqual(await attention(admin), [])
  await shop.setCardFaults({ webhookDrop: false, refundStatus: 'succeeded' })
  await act(shop, refund, 'fail')
  await eventually(async () => (await attention(admin)).length === 1, 'the failed refund to be shown')
  const [shown] = await attention(admin)
  assert.deepEqual([shown?.kind, shown?.amount], ['refund_failed', 37])
  assert.match(shown?.detail ?? '', /expired_or_canceled_card/)
  assert.deepEqual(await subjects(shop, ann.email), [
    'We’ve refunded your payment for Test Tray',
    'Your refund for Test Tray did not arrive',
  ])
  assert.deepEqual(await subjects(shop, admin.email), ['A refund of $37 failed'])

  await act(shop, intent, 'refund')
  await eventually(async () => (await attention(admin)).length === 0, 'a later refund to make up for it')
  assert.equal((await subjects(shop, ann.email)).length, 3)
})

withCardsOnSqlite(
  'a refund that needs action by the customer is shown to the admin until it succeeds',
  async shop => {
    const admin = await newAdmin(shop)
    const { refund } = await owed(shop, 'requires_action')
    assert.deepEqual(
      (await attention(admin)).map(({ kind }) => kind),
      ['refund_needs_action'],
    )
    await act(shop, refund, 'succeed')
    shop.travel(day)
    await reconcile(shop)
    assert.deepEqual(await attention(admin), [])
  },
)

async function bought(shop: CardShop) {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await eventually(paid(ann, order._id), 'the order to be paid')
  return { ann, order, intent }
}

/** Fails if only the shop's own refunds count: the order would differ from the provider's records. */
withCards('a refund made at the provider appears on the order', async shop => {
  const { ann, order, intent } = await bought(shop)
  await act(shop, intent, 'refund', { amount: 500 })
  await eventually(
    async () => (await readOrder(ann, order._id)).refundedAmount === 5,
    'the part that went back',
  )
  assert.equal((await readOrder(ann, order._id)).refundedAt, null)
  assert.deepEqual(await subjects(shop, ann.email), [
    'We’ve refunded your payment for Test Tray',
    'Your receipt for Test Tray',
  ])
  await act(shop, intent, 'refund')
  await eventually(async () => (await readOrder(ann, order._id)).refundedAt !== null, 'the rest of it')
  const seen = await readOrder(ann, order._id)
  assert.deepEqual([seen.refundedAmount, seen.paid], [37, true])
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200, 'paid it was all the same')
})

/** Fails if a failed refund still counts as refunded money. */
withCards('a failed refund of a paid order does not count, and the order shows the failure', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order, intent } = await bought(shop)
  await act(shop, intent, 'refund', { amount: 1000 })
  await eventually(async () => (await readOrder(ann, order._id)).refundedAmount === 10, 'the refund')
  const [refund = ''] = await refundIds(shop, intent)
  await act(shop, refund, 'fail')
  await eventually(async () => (await readOrder(ann, order._id)).refundFailedAt !== null, 'the failure')
  assert.equal((await readOrder(ann, order._id)).refundedAmount, 0)
  assert.equal((await attention(admin)).length, 1)
})

withCardsOnSqlite('the order shows a dispute until the shop has won it', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order, intent } = await bought(shop)
  await act(shop, intent, 'dispute')
  await eventually(async () => (await readOrder(ann, order._id)).disputedAt !== null, 'the dispute')
  assert.deepEqual(
    (await attention(admin)).map(({ kind, amount }) => [kind, amount]),
    [['dispute', 37]],
  )
  const { data } = (await shop.readFromProvider(`disputes?payment_intent=${intent}`)) as {
    data: { id: string }[]
  }
  await act(shop, data[0]?.id ?? '', 'win')
  await eventually(async () => (await readOrder(ann, order._id)).disputedAt === null, 'its end')
  assert.deepEqual(await attention(admin), [])
})

/** Fails if a full refund is requested by its amount: the provider would always refuse it, and the rest would stay. */
withCardsOnSqlite('after a partial refund at the provider the rest of an owed refund is sent', async shop => {
  await shop.setCardFaults({ webhookDrop: true, outage: true, faultsOn: 'refund' })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await removeWithoutCanceling(shop, order)
  await shop.charge(intent)
  shop.travel(minute)
  await reconcile(shop)
  await act(shop, intent, 'refund', { amount: 700 })
  await shop.setCardFaults({ outage: false })
  shop.travel(minute)
  await reconcile(shop)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [3000, 700])
})
