import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Invoice } from '#contract/invoices.ts'
import { type CardShop, eventually, withCards } from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { fillBag, startCombinedPayment } from '../../../../../tests/helpers/pay-together.ts'
import { confirmPaid, minute, readOrder, refundsOf } from '../../../../../tests/helpers/paying.ts'
import {
  actAtProvider,
  differences,
  entriesOf,
  paidOrder,
  refund,
  refundAmountsOf,
} from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { sendOutbox } from '../../../jobs/send-outbox.ts'
import { recordRefunds } from './record-refunds.ts'

/** Orders of $20, $40 and $60, paid with one card payment. */
async function paidTogether(shop: CardShop) {
  const admin = await newAdmin(shop)
  const { ann, ids } = await fillBag(shop)
  const intent = await startCombinedPayment(ann, ids)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, ids[0] ?? '', intent)).statusCode, 200)
  const [first = '', second = '', third = ''] = ids
  return { admin, ann, intent, first, second, third }
}

const failedOf = async (admin: Customer) =>
  (await admin.call('GET', '/api/attention'))
    .json<AttentionEntry[]>()
    .map(({ kind, amount, orderId }) => [kind, amount, orderId])

/** The provider's ids of the refunds of a payment, newest first. */
const refundIds = async (shop: CardShop, intent: string) =>
  ((await shop.readFromProvider(`refunds?payment_intent=${intent}`)) as { data: { id: string }[] }).data.map(
    ({ id }) => id,
  )

const failed = (ann: Customer, id: string) => async () => (await readOrder(ann, id)).refundFailedAt !== null

const isRefundFixed = (ann: Customer, id: string) => async () =>
  (await readOrder(ann, id)).refundFailedAt === null

/** Fails if a failed refund still counts against its order, so that the next request is canceled. */
withCards('a failed refund of one of several orders is made again', async shop => {
  const { admin, ann, intent, first, second } = await paidTogether(shop)
  assert.equal((await refund(admin, second)).statusCode, 200)
  const [made = ''] = await refundIds(shop, intent)
  await actAtProvider(shop, made, 'fail')
  await eventually(failed(ann, second), 'the failure')
  assert.deepEqual(await failedOf(admin), [['refund_failed', 40, second]])
  assert.deepEqual(refundAmountsOf(await readOrder(ann, second)), [0, 0, 40])
  assert.equal((await refund(admin, second, { amount: 40 })).statusCode, 200)
  assert.deepEqual(refundAmountsOf(await readOrder(ann, second)), [40, 0, 0])
  assert.deepEqual(refundAmountsOf(await readOrder(ann, first)), [0, 0, 20])
  assert.deepEqual([await failedOf(admin), await refundsOf(shop, intent)], [[], [4000, 4000]])
  assert.deepEqual(await differences(shop), [])
})

/**
 * Fails if a refund made at the provider is attributed to the first order although another order's refund failed: on
 * 6ceb9a3 the second order stayed failed, and the first one lost its money.
 */
withCards('a refund made at the provider replaces the failed refund of the right order', async shop => {
  const { admin, ann, intent, first, second, third } = await paidTogether(shop)
  assert.equal((await refund(admin, second, { amount: 15 })).statusCode, 200)
  const [made = ''] = await refundIds(shop, intent)
  await actAtProvider(shop, made, 'fail')
  await eventually(failed(ann, second), 'the failure')
  await actAtProvider(shop, intent, 'refund', { amount: 1500 })
  await eventually(isRefundFixed(ann, second), 'the second refund')
  assert.deepEqual(refundAmountsOf(await readOrder(ann, second)), [15, 0, 25])
  for (const other of [first, third]) assert.equal((await readOrder(ann, other)).refundedAmount, 0)
  assert.deepEqual(await failedOf(admin), [])
  const documents = (await ann.call('GET', `/api/booking/${second}/invoices`)).json<Invoice[]>()
  assert.deepEqual(
    documents.map(({ kind, amount }) => [kind, amount]),
    [
      ['invoice', 120],
      ['credit_note', 15],
      ['cancellation', 15],
      ['credit_note', 15],
    ],
  )
  assert.deepEqual(await differences(shop), [])
})

/** Fails if a refund that waits for the customer counts as made, or is ignored. */
withCards('a second refund while the first one waits for the customer cannot exceed the rest', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  await shop.setCardFaults({ refundStatus: 'requires_action' })
  const waiting = await refund(admin, id, { amount: 40 })
  assert.deepEqual([waiting.statusCode, refundAmountsOf(waiting.json())], [200, [0, 40, 22.5]])
  assert.deepEqual(
    (await entriesOf(admin, id)).map(({ status, amount, endedAt }) => [status, amount, endedAt]),
    [['needs_action', 40, null]],
  )
  await shop.setCardFaults({ refundStatus: 'succeeded' })
  const tooMuch = await refund(admin, id, { amount: 22.51 })
  assert.deepEqual(
    [tooMuch.statusCode, tooMuch.json().code, tooMuch.json().left],
    [409, 'amount_too_high', 22.5],
  )
  const second = await refund(admin, id)
  assert.deepEqual([second.statusCode, refundAmountsOf(second.json())], [200, [22.5, 40, 0]])
  assert.equal((await refund(admin, id)).json().code, 'nothing_to_refund')
  assert.deepEqual((await readOrder(ann, id)).state, 'paid', 'the refund is not complete yet')
  const [, first = ''] = await refundIds(shop, intent)
  shop.travel(minute)
  await actAtProvider(shop, first, 'succeed')
  await eventually(async () => (await readOrder(ann, id)).state === 'refunded', 'the end of the first')
  assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [62.5, 0, 0])
  await sendOutbox(shop.deps, shop.deps.mail)
  const messages = (await shop.mails(ann.email)).filter(({ subject }) => subject.startsWith('We’ve refunded'))
  assert.equal(messages.length, 2)
})

/** Fails if each comparison records a failed refund again: duplicate emails, timeline entries and sums. */
withCards('a second comparison with the provider after a failed refund changes nothing', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  assert.equal((await refund(admin, id, { amount: 12.5 })).statusCode, 200)
  await shop.setCardFaults({ webhookDrop: true })
  const [made = ''] = await refundIds(shop, intent)
  await actAtProvider(shop, made, 'fail')
  const compare = () => comparePayments(shop.deps, shop.deps.cards)
  const seen = async () => ({
    money: refundAmountsOf(await readOrder(ann, id)),
    story: (await admin.call('GET', `/api/booking/${id}/timeline`)).json(),
    documents: (await admin.call('GET', `/api/booking/${id}/invoices`)).json(),
    messages: (await shop.deps.db.read.selectFrom('outbox').select('id').orderBy('id').execute()).length,
    attention: await failedOf(admin),
  })
  assert.deepEqual(await compare(), [])
  const once = await seen()
  assert.deepEqual(once.money, [0, 0, 62.5])
  assert.deepEqual(once.attention, [['refund_failed', 12.5, id]])
  assert.deepEqual(await compare(), [])
  assert.deepEqual(await seen(), once)
  assert.deepEqual([await differences(shop), await brokenInvariants(shop.deps.db.read)], [[], []])
})

/** Fails if the last write wins: of two overlapping reads, the older one would turn a failed refund into a good one. */
withCards('an outdated answer of the provider does not overwrite a newer one', async shop => {
  const { admin, ann, id, intent } = await paidOrder(shop)
  assert.equal((await refund(admin, id, { amount: 12.5 })).statusCode, 200)
  const older = await shop.deps.cards.refundsOf(intent)
  await actAtProvider(shop, (await refundIds(shop, intent))[0] ?? '', 'fail')
  await eventually(failed(ann, id), 'the failure')
  await recordRefunds(shop.deps, intent, { refunds: older })
  assert.deepEqual(refundAmountsOf(await readOrder(ann, id)), [0, 0, 62.5])
  assert.deepEqual(await failedOf(admin), [['refund_failed', 12.5, id]])
  assert.deepEqual(await differences(shop), [])
})
