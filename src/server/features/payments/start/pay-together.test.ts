import assert from 'node:assert/strict'
import type { Invoice } from '#contract/invoices.ts'
import { withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import {
  assertSettled,
  fillBag,
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
  readOrder,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

/** Fails if only the order in the path is settled, or if each order sends a receipt or has an invoice of its own. */
withCards('several orders in one payment: one charge, one receipt, one invoice', async shop => {
  const { ann, orders, ids } = await fillBag(shop)
  const answer = await start(ann, ids)
  assert.equal(answer.json().amount, 120, answer.body)
  const intent = intentOf(answer.json().clientSecret)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).amount, 12_000)
  await shop.charge(intent)
  const answered = await confirmPaid(ann, ids[1] ?? '', intent)
  assert.deepEqual([answered.statusCode, answered.json()._id], [200, ids[1]])
  for (const id of ids) assert.equal((await readOrder(ann, id)).transactionId, intent)
  await assertSettled(shop, intent)

  const invoices = await Promise.all(
    ids.map(async id => (await ann.call('GET', `/api/booking/${id}/invoices`)).json<Invoice[]>()),
  )
  assert.deepEqual(
    invoices.map(list => list.map(({ number, amount }) => [number, amount])),
    ids.map(() => [['INV-1001', 120]]),
  )
  await sendOutbox(shop.deps, shop.deps.mail)
  const messages = await shop.mails(ann.email)
  assert.deepEqual(
    messages.map(({ subject }) => subject),
    ['Your receipt for Goods 1 and 2 more'],
  )
  const text = messages[0]?.text ?? ''
  for (const { number, totalPrice } of orders) {
    assert.ok(text.includes(number))
    assert.match(text, new RegExp(`each\\): \\$${totalPrice}$`, 'm'))
  }
  assert.match(text, /^Paid together: \$120$/m)
  assert.equal(text.split('INV-1001').length, 2, text)
  for (const id of ids) {
    const events = (await ann.call('GET', `/api/booking/${id}/timeline`)).json<{ what: string }[]>()
    const names = events.map(({ what }) => what)
    assert.deepEqual(names, ['placed', 'payment_opened', 'paid', 'receipt_sent'])
  }
})

/** Fails if an order that is named twice is charged twice. */
withCardsOnSqlite('the same orders share one payment, in whatever order they are named', async shop => {
  const { ann, ids } = await fillBag(shop, 2)
  const [first = '', second = ''] = ids
  const intent = await startCombinedPayment(ann, [first, second])
  for (const named of [
    [second, first],
    [first, second, second, first],
  ]) {
    const again = await start(ann, named)
    assert.deepEqual([intentOf(again.json().clientSecret), again.json().amount], [intent, 60])
  }
})

withCardsOnSqlite('a single order is a payment with one order', async shop => {
  const { ann, ids } = await fillBag(shop, 1)
  const [only = ''] = ids
  const intent = await startCardPayment(ann, { _id: only })
  assert.equal(await startCombinedPayment(ann, [only]), intent)
  assert.equal(await startCombinedPayment(ann, [only, only]), intent)
  assert.equal((await start(ann, [only])).json().amount, 20)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, only, intent)).statusCode, 200)
  await assertSettled(shop, intent)
})

/** Fails if payments are canceled before the owner of the orders is checked. */
withCardsOnSqlite('a user cannot include another user’s order, nor cancel its payment', async shop => {
  const { ann, ids } = await fillBag(shop, 2)
  const others = await fillBag(shop, 1)
  const [theirs = ''] = others.ids
  const intent = await startCombinedPayment(others.ann, [theirs])
  const missing = await start(ann, [...ids, '0198c0de-0000-7000-8000-000000000000'])
  for (const named of [
    [...ids, theirs],
    [theirs, ...ids],
  ]) {
    const answer = await start(ann, named)
    assert.deepEqual([answer.statusCode, answer.json().detail], [404, missing.json().detail])
  }
  assert.equal(await statusOf(shop, intent), 'requires_payment_method')
  assert.deepEqual(await paymentsOf(shop.deps.db.read, ids[0] ?? ''), [])
  // Nor can they claim another user's payment for their own order.
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, ids[0] ?? '', intent)).json().code, 'payment_mismatch')
})

withCardsOnSqlite('a removed or paid order cannot be paid together with others', async shop => {
  const { ann, ids } = await fillBag(shop)
  const [first = '', second = '', third = ''] = ids
  await ann.call('DELETE', `/api/myBooking/${third}`)
  assert.equal((await start(ann, ids)).statusCode, 404)
  const intent = await startCardPayment(ann, { _id: second })
  await shop.charge(intent)
  await confirmPaid(ann, second, intent)
  assert.equal((await start(ann, [first, second])).json().code, 'already_paid')
  assert.deepEqual(await paymentsOf(shop.deps.db.read, first), [])
})

withCardsOnSqlite('at most twenty orders can be paid together', async shop => {
  const { ann, ids } = await fillBag(shop, 20)
  assert.equal(
    (await start(ann, [...ids, ids[0] ?? ''])).statusCode,
    400,
    'a list of twenty in addition to the first',
  )
  const intent = await startCombinedPayment(ann, ids)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, ids[0] ?? '', intent)).statusCode, 200)
  assert.ok((await paidOf(ann, ids)).every(Boolean))
  await assertSettled(shop, intent)
})

/** Fails if the earlier payment stays open: the same order could be charged twice. */
withCardsOnSqlite('paying an order separately cancels the shared payment it was in', async shop => {
  const { ann, ids } = await fillBag(shop)
  const [first = '', second = '', third = ''] = ids
  const alone = await startCardPayment(ann, { _id: first })
  const two = await startCombinedPayment(ann, [first, second])
  assert.equal(await statusOf(shop, alone), 'canceled')
  const all = await startCombinedPayment(ann, [third, second, first])
  assert.equal(await statusOf(shop, two), 'canceled')
  const last = await startCombinedPayment(ann, [second])
  assert.equal(await statusOf(shop, all), 'canceled')
  await assert.rejects(shop.charge(all))
  // The other orders are released.
  const rest = await startCombinedPayment(ann, [first, third])
  for (const intent of [last, rest]) await shop.charge(intent)
  await confirmPaid(ann, second, last)
  await confirmPaid(ann, third, rest)
  assert.deepEqual(await paidOf(ann, ids), [true, true, true])
  for (const intent of [last, rest]) await assertSettled(shop, intent)
})

/** Fails if the new payment opens although the earlier one can still be paid. */
withCardsOnSqlite('if a payment cannot be canceled, it stays and no new one opens', async shop => {
  const { ann, ids } = await fillBag(shop, 2)
  const [first = ''] = ids
  const alone = await startCardPayment(ann, { _id: first })
  await shop.setCardFaults({ outage: true })
  assert.equal((await start(ann, ids)).statusCode, 502)
  await shop.setCardFaults({ outage: false })
  assert.equal(await startCardPayment(ann, { _id: first }), alone)
  await shop.charge(alone)
  assert.equal((await start(ann, ids)).json().code, 'already_paid')
  assert.deepEqual(await paidOf(ann, ids), [true, false])
})

/** Fails if the payment goes on with the removed order: the card would be charged for it. */
withCardsOnSqlite('removing one order cancels the payment; the others can be paid again', async shop => {
  const { ann, ids } = await fillBag(shop)
  const [first = '', ...others] = ids
  const intent = await startCombinedPayment(ann, ids)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${first}`)).statusCode, 204)
  assert.equal(await statusOf(shop, intent), 'canceled')
  const again = await startCombinedPayment(ann, others)
  await shop.charge(again)
  assert.equal((await confirmPaid(ann, others[0] ?? '', again)).statusCode, 200)
  await assertSettled(shop, again)
})

/** Fails if only the first order's hold is checked. */
withCards('when one hold runs out, the payment is canceled and only that order lapses', async shop => {
  // A late event would be recorded in the future, so the payment would not be checked.
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, items, ids } = await fillBag(shop, 2)
  const intent = await startCombinedPayment(ann, ids)
  const early = { held_until: shop.deps.now() + 5 * minute }
  await shop.deps.db.write(tx =>
    tx
      .updateTable('orders')
      .set(early)
      .where('id', '=', ids[1] ?? '')
      .execute(),
  )
  shop.travel(6 * minute)
  await releaseHolds(shop.deps)
  assert.equal((await readOrder(ann, ids[1] ?? '')).state, 'held', 'not while it may be paid')
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.equal(await statusOf(shop, intent), 'canceled')
  await releaseHolds(shop.deps)
  assert.deepEqual(await Promise.all(ids.map(async id => (await readOrder(ann, id)).state)), [
    'held',
    'lapsed',
  ])
  // Paying again reserves the stock again, or no payment opens.
  const [, sought] = items
  assert.ok(sought)
  await (await shop.customer()).order(sought, 9)
  const refused = (await start(ann, ids)).json()
  assert.deepEqual([refused.code, refused.detail], ['out_of_stock', 'Goods 2: Only 1 left.'])
  assert.equal((await startCombinedPayment(ann, [ids[0] ?? ''])).startsWith('pi_'), true)
})

/** Fails if each order of a payment counts the same declined card. */
withCardsOnSqlite('a declined card counts once, and appears in the timeline of each order', async shop => {
  const { ann, ids } = await fillBag(shop, 2)
  await shop.setCardFaults({ webhookDrop: true })
  const intent = await startCombinedPayment(ann, ids)
  for (let n = 0; n < 9; n++) await shop.charge(intent, 'pm_card_visa_chargeDeclined').catch(() => undefined)
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
  for (const id of ids) {
    const told = (await ann.call('GET', `/api/booking/${id}/timeline`)).json<{ what: string }[]>()
    assert.equal(told.filter(({ what }) => what === 'declined').length, 9)
  }
  assert.equal(await startCombinedPayment(ann, ids), intent, 'nine of ten')
})

/** The check in the code is not enough: two processes may check simultaneously. */
withCards('the database does not allow an order in two open payments', async shop => {
  const { ann, ids } = await fillBag(shop, 1)
  await startCombinedPayment(ann, ids)
  const second = { payment_id: 'p2', order_id: ids[0] ?? '', amount_minor: 1, ended_at: null }
  const [payment] = await paymentsOf(shop.deps.db.read, ids[0] ?? '')
  assert.ok(payment)
  await assert.rejects(
    shop.deps.db.write(async tx => {
      await tx
        .insertInto('payments')
        .values({ ...payment, id: 'p2', intent_id: null })
        .execute()
      await tx.insertInto('payment_orders').values(second).execute()
    }),
  )
})
