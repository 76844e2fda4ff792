import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import {
  assertSettled,
  fillBag,
  lapseAndSellOut,
  paidOf,
  start,
  startCombinedPayment,
  statusOf,
} from '../../../../../tests/helpers/pay-together.ts'
import {
  confirmPaid,
  intentOf,
  minute,
  paymentsOf,
  refundsOf,
  removeWithoutCanceling,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import * as payments from '../../../store/payments.ts'

const reconcile = (shop: CardShop) => reconcilePayments(shop.deps, shop.deps.cards)

/** Compared by name, because the order of their rows is up to the database. */
async function receiptsTo({ deps: { db } }: CardShop, email: string): Promise<string[]> {
  const messages = await db.read.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
  return messages
    .filter(({ receipt_of }) => receipt_of !== null)
    .map(({ subject }) => subject)
    .sort()
}

/** Fails if a sold-out order is kept with the others, or if settle() refunds the same money twice. */
withCards('the share of a sold-out order is refunded once; the other orders are paid', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, orders, items, ids } = await fillBag(shop, 4)
  const [removed, sold, paidTwice, kept = ''] = ids
  const intent = await startCombinedPayment(ann, ids)
  await removeWithoutCanceling(shop, orders[0] ?? { _id: '', itemId: '' })
  const [order, item] = [orders[1], items[1]]
  assert.ok(order && item)
  await lapseAndSellOut(shop, order, item)
  // As when an earlier payment could not be canceled and was paid anyway.
  const [open] = await paymentsOf(shop.deps.db.read, kept)
  await shop.deps.db.write(tx => payments.markCanceled(tx, open?.id ?? '', 1))
  const other = await startCardPayment(ann, { _id: paidTwice ?? '' })
  for (const one of [other, intent]) await shop.charge(one)
  await confirmPaid(ann, paidTwice ?? '', other)

  for (const [id, code] of [
    [sold, 'payment_refunded'],
    [removed, 'not_found'],
    [paidTwice, 'payment_refunded'],
  ])
    assert.equal((await confirmPaid(ann, id ?? '', intent)).json().code, code)
  for (const _ of ['told', 'told again'])
    assert.equal((await confirmPaid(ann, kept, intent)).json().transactionId, intent)
  await reconcile(shop)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [2000, 4000, 6000])
  const told = (await ann.call('GET', `/api/booking/${sold}/timeline`)).json<{ what: string }[]>()
  assert.equal(told.filter(({ what }) => what === 'refund_asked').length, 1)
  const receipts = ['Your receipt for Goods 3', 'Your receipt for Goods 4']
  assert.deepEqual(await receiptsTo(shop, ann.email), receipts)
  for (const one of [intent, other]) await assertSettled(shop, one)
})

withCards('if no order can be kept, the whole payment is refunded, order by order', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, orders, ids } = await fillBag(shop, 2)
  const intent = await startCombinedPayment(ann, ids)
  for (const order of orders) await removeWithoutCanceling(shop, order)
  await shop.charge(intent)
  shop.travel(minute)
  await reconcile(shop)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [2000, 4000])
  assert.deepEqual(await receiptsTo(shop, ann.email), [])
  await assertSettled(shop, intent)
})

/** Fails if neither settle() nor outcomeOf() sees that it is settled: the database refuses a second invoice. */
withCards('a concurrent webhook and PATCHes of every order settle the payment once', async shop => {
  await shop.setCardFaults({ webhookDuplicates: 2, webhookReorder: true })
  const { ann, ids } = await fillBag(shop)
  const intent = await startCombinedPayment(ann, ids)
  const patches = ids.flatMap(id => [confirmPaid(ann, id, intent), confirmPaid(ann, id, intent)])
  await Promise.all([shop.charge(intent), ...patches])
  await eventually(async () => (await paidOf(ann, ids)).every(Boolean), 'all orders to be paid')
  for (const id of ids) assert.equal((await confirmPaid(ann, id, intent)).statusCode, 200)
  assert.equal((await receiptsTo(shop, ann.email)).length, 1)
  assert.deepEqual(await refundsOf(shop, intent), [])
  await assertSettled(shop, intent)
})

/** Fails if removing cancels the payment here but not at the provider: the customer pays for a removed order. */
withCards('paying races the removal of one of the orders: all are paid, or none', async shop => {
  for (let round = 0; round < 5; round++) {
    const { ann, ids } = await fillBag(shop, 2)
    const [first = ''] = ids
    const intent = await startCombinedPayment(ann, ids)
    const [, removal] = await Promise.all([
      shop.charge(intent).catch(() => undefined),
      ann.call('DELETE', `/api/myBooking/${first}`),
    ])
    const status = await statusOf(shop, intent)
    if (removal.statusCode === 204) assert.equal(status, 'canceled')
    else {
      assert.equal(status, 'succeeded', removal.body)
      await eventually(async () => (await paidOf(ann, ids)).every(Boolean), 'both to be paid')
      await assertSettled(shop, intent)
    }
  }
})

/** Fails if they are canceled one by one: with a slow provider, twenty exceed the request's time limit. */
withCards('all conflicting payments are canceled in parallel', async shop => {
  const { ann, ids } = await fillBag(shop)
  const each: string[] = []
  for (const id of ids) each.push(await startCombinedPayment(ann, [id]))
  let [underWay, most] = [0, 0]
  const { cards } = shop.deps
  const cancel = cards.cancel.bind(cards)
  cards.cancel = async intentId => {
    most = Math.max(most, ++underWay)
    const stopped = await cancel(intentId)
    underWay--
    return stopped
  }
  await startCombinedPayment(ann, ids)
  assert.equal(most, 3)
  for (const intent of each) assert.equal(await statusOf(shop, intent), 'canceled')
})

/** Fails if the other payment is canceled only here: the order is charged with each of its payments. */
withCards('the same order in two concurrent payments: only one of them can be paid', async shop => {
  for (let round = 0; round < 5; round++) {
    const { ann, ids } = await fillBag(shop)
    const [first = '', second = '', third = ''] = ids
    const answers = await Promise.all([start(ann, [first, second]), start(ann, [second, third])])
    for (const { statusCode, body } of answers) assert.ok([200, 409].includes(statusCode), body)
    const live = await payments.listLive(shop.deps.db.read, ids)
    assert.ok(live.length <= 1, `${live.length} payments are open`)
    const handedOut = answers.filter(({ statusCode }) => statusCode === 200)
    assert.ok(handedOut.length > 0)
    const charged: string[] = []
    for (const answer of handedOut) {
      const intent = intentOf(answer.json().clientSecret)
      await shop.charge(intent).then(
        () => charged.push(intent),
        () => undefined,
      )
    }
    assert.equal(charged.length, 1)
    await eventually(async () => (await paidOf(ann, ids)).filter(Boolean).length === 2, 'two to be paid')
    await assertSettled(shop, charged[0] ?? '')
  }
})

for (const [fault, onEngines] of [
  [{ dropReplyCreate: 1 }, withCards],
  [{ saved500: 1 }, withCardsOnSqlite],
  [{ saved500AfterWork: 1 }, withCardsOnSqlite],
  [{ answer500: 2 }, withCardsOnSqlite],
] as const)
  onEngines(`starting a shared payment despite ${JSON.stringify(fault)}: one charge`, async shop => {
    const { ann, ids } = await fillBag(shop)
    await shop.setCardFaults({ ...fault, faultsOn: 'create', webhookDrop: true })
    const intent = await eventually(() => startCombinedPayment(ann, ids).catch(() => undefined), 'a payment')
    await shop.charge(intent)
    shop.travel(minute)
    await reconcile(shop)
    assert.deepEqual(await paidOf(ann, ids), [true, true, true])
    await assertSettled(shop, intent)
  })

/** Fails if a partial refund is requested with a new key without checking what the spent key has done. */
for (const [fault, onEngines] of [
  [{ dropReplyRefund: 1 }, withCardsOnSqlite],
  [{ saved500: 1 }, withCardsOnSqlite],
  [{ saved500AfterWork: 1 }, withCards],
  [{ outage: true }, withCardsOnSqlite],
] as const)
  onEngines(`a partial refund despite ${JSON.stringify(fault)} is made once`, async shop => {
    await shop.setCardFaults({ webhookDrop: true })
    const { ann, orders, ids } = await fillBag(shop)
    const intent = await startCombinedPayment(ann, ids)
    await removeWithoutCanceling(shop, orders[1] ?? { _id: '', itemId: '' })
    await shop.charge(intent)
    await shop.setCardFaults({ ...fault, faultsOn: 'refund' })
    assert.equal((await confirmPaid(ann, ids[0] ?? '', intent)).statusCode, 200)
    await shop.setCardFaults({ outage: false })
    for (const _ of ['the key may be spent', 'then it is given back']) {
      shop.travel(minute)
      await reconcile(shop).catch(() => undefined)
    }
    assert.deepEqual(await refundsOf(shop, intent), [4000])
    await assertSettled(shop, intent)
  })
