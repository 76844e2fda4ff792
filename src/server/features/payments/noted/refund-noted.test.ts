import assert from 'node:assert/strict'
import type { Invoice } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import { withCards, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import { markPaid, paidInCash, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { availableQuantityOf } from '../../../../../tests/helpers/paying.ts'
import { entriesOf, refund, refundAmountsOf } from '../../../../../tests/helpers/refunding.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'

withCards('money that did not come by card goes back without the card provider, in parts', async shop => {
  const { admin, ann, tray, id } = await paidInCash(shop)
  await shop.setCardFaults({ outage: true })
  const part = await refund(admin, id, { amount: 5, restock: 1 })
  assert.deepEqual([part.statusCode, refundAmountsOf(part.json())], [200, [5, 0, 32]], part.body)
  assert.equal(await availableQuantityOf(shop, tray._id), 9)
  const tooMuch = await refund(admin, id, { amount: 32.01 })
  assert.deepEqual([tooMuch.statusCode, tooMuch.json().code], [409, 'amount_too_high'])
  const rest = (await refund(admin, id, { reason: 'Never arrived' })).json<Order>()
  assert.deepEqual([rest.state, refundAmountsOf(rest)], ['refunded', [37, 0, 0]])
  assert.deepEqual(
    (await entriesOf(admin, id)).map(({ amount, status, reason, by }) => [amount, status, reason, by]),
    [
      [32, 'succeeded', 'by_admin', admin.email],
      [5, 'succeeded', 'by_admin', admin.email],
    ],
  )
  const documents = (await ann.call('GET', `/api/booking/${id}/invoices`)).json<Invoice[]>()
  assert.deepEqual(
    documents.map(({ number, amount }) => [number, amount]),
    [
      ['INV-1001', 37],
      ['CN-1001', 5],
      ['CN-1002', 32],
    ],
  )
  await shop.setCardFaults({ outage: false })
  assert.deepEqual((await shop.readFromProvider('refunds')).data, [])
})

withCardsOnSqlite('the email about it promises no card and no bank', async shop => {
  const { admin, ann, id } = await paidInCash(shop)
  await refund(admin, id, { amount: 5 })
  await sendOutbox(shop.deps, shop.deps.mail)
  const told = (await shop.mails(ann.email)).find(({ subject }) => subject.startsWith('We’ve refunded'))
  assert.match(
    told?.text ?? '',
    /We have refunded \$5 of the \$37 that you paid\..+Payment: Paid in cash on/s,
  )
  assert.doesNotMatch(told?.text ?? '', /Banks|card|Transaction|noted_/)
})

withCards('an idempotency key refunds a noted payment once', async shop => {
  const { admin, id } = await paidInCash(shop)
  const clicks = await Promise.all(Array.from({ length: 6 }, () => refund(admin, id, { amount: 5 }, 'click')))
  for (const { statusCode, body } of clicks) assert.equal(statusCode, 200, body)
  assert.equal((await entriesOf(admin, id)).length, 1)
})

/** Fails on PostgreSQL with a deadlock in each other's order, unless all orders of the payment are locked first. */
withCards('two orders of one noted payment are refunded at the same time', async shop => {
  const { admin, ids } = await twoUnpaid(shop)
  assert.equal((await markPaid(shop, admin, ids[0], { with: [ids[1]], amount: 49.5 })).statusCode, 200)
  const answers = await Promise.all(ids.flatMap(id => [refund(admin, id, { amount: 1 }), refund(admin, id)]))
  const sums = new Map<string, number>()
  for (const answer of answers) {
    if (answer.statusCode === 409) continue
    assert.equal(answer.statusCode, 200, answer.body)
    const order = answer.json<Order>()
    sums.set(order._id, Math.max(order.refundedAmount, sums.get(order._id) ?? 0))
  }
  assert.deepEqual([sums.get(ids[0]), sums.get(ids[1])], [37, 12.5])
})
