import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { forgetOrders } from '../../../../../tests/helpers/forget-orders.ts'
import {
  assertSettled,
  type Bag,
  bag,
  paidOf,
  startedTogether,
} from '../../../../../tests/helpers/pay-together.ts'
import { minute, patch, read, refundsOf, removeUnseen } from '../../../../../tests/helpers/paying.ts'
import {
  eventually,
  type PayingShop,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/paying-shop.ts'
import { byHand, differences, moneyOf, refund } from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { recordRefunds } from './record-refunds.ts'

const reconcile = (shop: PayingShop) => reconcilePayments(shop.deps, shop.deps.cards)

/** $20, $40 and $60, paid with one card. */
async function paidTogether(shop: PayingShop): Promise<Bag & { intent: string; admin: Customer }> {
  const admin = await newAdmin(shop)
  const all = await bag(shop)
  const intent = await startedTogether(all.ann, all.ids)
  await shop.charge(intent)
  const answer = await patch(all.ann, all.ids[0] ?? '', intent)
  assert.equal(answer.statusCode, 200, answer.body)
  return { ...all, intent, admin }
}

const money = ({ ann }: Bag, id: string) => read(ann, id).then(moneyOf)

/** Fails where what is left is that of the payment: then more goes back of an order than was paid for it. */
withCardsOnSqlite('an admin gives back money of one order, and no more than it cost', async shop => {
  const all = await paidTogether(shop)
  const { admin, intent, ids } = all
  const [first = '', second = '', third = ''] = ids
  assert.equal((await refund(admin, first, { amount: 20.01 })).json().code, 'amount_too_high')
  assert.equal((await refund(admin, second, { amount: 15 })).statusCode, 200)
  assert.equal((await refund(admin, first)).statusCode, 200)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [1500, 2000])
  assert.deepEqual(await money(all, first), [20, 0, 0])
  assert.deepEqual(await money(all, second), [15, 0, 25])
  assert.deepEqual(await money(all, third), [0, 0, 60])
  assert.equal((await refund(admin, first, { amount: 1 })).json().code, 'nothing_to_refund')
  await assertBooks(shop, intent, 3500)
})

/** The books of a payment of which money was kept and given back again. */
async function assertBooks(shop: PayingShop, intent: string, given: number): Promise<void> {
  const amounts = await refundsOf(shop, intent)
  assert.equal(
    amounts.reduce((sum, amount) => sum + amount, 0),
    given,
  )
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  assert.deepEqual(await differences(shop), [])
}

const credited = async ({ ann }: Bag, id: string) =>
  (await ann.call('GET', `/api/booking/${id}/invoices`))
    .json<Invoice[]>()
    .filter(({ kind }) => kind !== 'invoice')
    .map(({ amount }) => amount)

/** Fails where all of it is put down to one order: it would have got back more than it cost. */
withCardsOnSqlite(
  'money given back by hand is that of the orders in turn, each up to what it cost',
  async shop => {
    const all = await paidTogether(shop)
    const { intent, ids } = all
    const [first = '', second = '', third = ''] = ids
    await byHand(shop, intent, 'refund', { amount: 3000 })
    await eventually(
      async () => (await read(all.ann, second)).refundedAmount === 10,
      'the refund to be noted',
    )
    assert.deepEqual(await money(all, first), [20, 0, 0])
    assert.deepEqual(await money(all, second), [10, 0, 30])
    assert.deepEqual(await credited(all, first), [20])
    assert.deepEqual(await credited(all, second), [10])
    await byHand(shop, intent, 'refund', { amount: 9000 })
    await eventually(async () => (await read(all.ann, third)).state === 'refunded', 'all of it to be noted')
    assert.deepEqual(await money(all, second), [40, 0, 0])
    assert.deepEqual(await credited(all, third), [60])
    await assertBooks(shop, intent, 12_000)
  },
)

/** Fails where what was lost before is still there to be lost: an order would lose more than it cost. */
withCards('a second lost dispute takes the orders that the first has left', async shop => {
  const { ann, intent, ids } = await paidTogether(shop)
  for (const [id, amount] of [
    ['du_1', 3000],
    ['du_2', 4000],
  ] as const)
    await recordRefunds(shop.deps, intent, {
      disputes: [
        {
          id,
          amount,
          intentId: intent,
          reason: 'fraudulent',
          openedAt: 1,
          status: 'lost',
          isRefundable: false,
          withdrawn: amount,
          fee: 0,
        },
      ],
    })
  const losses = await Promise.all(ids.map(async id => (await read(ann, id)).disputeLostAmount))
  assert.deepEqual(losses, [20, 40, 10])
})

/** Fails where a refund of several orders is followed for one of them only. */
withCardsOnSqlite('a refund of several orders that fails later has failed for each', async shop => {
  const all = await paidTogether(shop)
  const { intent, ids, admin } = all
  await byHand(shop, intent, 'refund', { amount: 3000 })
  const [first = '', second = ''] = ids
  await eventually(async () => (await read(all.ann, second)).refundedAmount === 10, 'the refund to be noted')
  const [made] = (await shop.provider(`refunds?payment_intent=${intent}`)).data as { id: string }[]
  await byHand(shop, made?.id ?? '', 'fail')
  await eventually(
    async () => (await read(all.ann, second)).refundFailedAt !== null,
    'the failure to be noted',
  )
  assert.deepEqual(await money(all, first), [0, 0, 20])
  const shown = (await admin.call('GET', '/api/attention')).json<AttentionEntry[]>()
  assert.deepEqual(
    shown.map(({ kind, orderId, itemName, amount }) => [kind, orderId, itemName, amount]).sort(),
    [
      ['refund_failed', first, 'Goods 1', 20],
      ['refund_failed', second, 'Goods 2', 10],
    ].sort(),
  )
  await assertBooks(shop, intent, 3000)
})

/**
 * Fails where the part that is owed is asked for all the same: the money of an order that was kept goes back. By hand it
 * was given before the shop knew, and what is owed comes first.
 */
for (const [amount, owed, onEngines] of [
  [4000, [], withCardsOnSqlite],
  [1500, [2500], withCards],
] as const)
  onEngines(`of $40 that are owed $${amount / 100} went back by hand: only the rest does`, async shop => {
    await shop.turn({ webhookDrop: true })
    const { ann, orders, ids } = await bag(shop)
    const intent = await startedTogether(ann, ids)
    await removeUnseen(shop, orders[1] ?? { _id: '', itemId: '' })
    await shop.charge(intent)
    await shop.turn({ outage: true, faultsOn: 'refund' })
    assert.equal((await patch(ann, ids[0] ?? '', intent)).statusCode, 200)
    await byHand(shop, intent, 'refund', { amount })
    await comparePayments(shop.deps, shop.deps.cards)
    await shop.turn({ outage: false })
    shop.travel(minute)
    await reconcile(shop)
    assert.deepEqual((await refundsOf(shop, intent)).sort(), [amount, ...owed].sort())
    for (const id of [ids[0], ids[2]]) assert.equal((await read(ann, id ?? '')).refundedAmount, 0)
    await assertSettled(shop, intent)
  })

/** The provider has less than is owed, and says so before the shop has heard why. */
withCards(
  'a part that is owed after nearly all went back by hand: the rest, as soon as it is known',
  async shop => {
    await shop.turn({ webhookDrop: true })
    const { ann, orders, ids } = await bag(shop)
    const intent = await startedTogether(ann, ids)
    await removeUnseen(shop, orders[1] ?? { _id: '', itemId: '' })
    await shop.charge(intent)
    await byHand(shop, intent, 'refund', { amount: 9000 })
    await patch(ann, ids[0] ?? '', intent)
    for (const _ of ['refused', 'asked for the rest']) {
      shop.travel(minute)
      await reconcile(shop).catch(() => undefined)
    }
    assert.deepEqual(await refundsOf(shop, intent), [9000])
    await assertBooks(shop, intent, 9000)
  },
)

/** Fails where only one order knows of it: the others are sent although the bank has their money. */
withCardsOnSqlite('a dispute is that of every order of the payment', async shop => {
  const all = await paidTogether(shop)
  await byHand(shop, all.intent, 'dispute')
  for (const id of all.ids)
    await eventually(async () => (await read(all.ann, id)).disputedAt !== null, 'the dispute to be noted')
  const [shown, ...more] = (await all.admin.call('GET', '/api/attention')).json<AttentionEntry[]>()
  assert.deepEqual(
    [shown?.kind, shown?.itemName, shown?.orderId, more.length],
    ['dispute', 'Goods 1 and 2 more', all.ids[0], 0],
  )
})

/** Fails where the provider's notes do not tell all orders: the money of a restored shop belongs to nobody. */
withCards(
  'after an older backup the orders of a payment are found again, or a person is asked',
  async shop => {
    await shop.turn({ webhookDrop: true })
    const [found, half] = [await bag(shop), await bag(shop)]
    const intents = [await startedTogether(found.ann, found.ids), await startedTogether(half.ann, half.ids)]
    for (const intent of intents) await shop.charge(intent)
    await forgetOrders(shop, half.ids.slice(0, 1))
    const left = await comparePayments(shop.deps, shop.deps.cards)
    assert.deepEqual(await paidOf(found.ann, found.ids), [true, true, true])
    assert.deepEqual(await paidOf(half.ann, half.ids.slice(1)), [true, true])
    assert.equal(left.length, 1)
    assert.match(
      left[0] ?? '',
      new RegExp(`^Charge ${intents[1]} .+ is for 3 orders, of which the shop has 2$`),
    )
  },
)
