import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { forgetOrders } from '../../../../../tests/helpers/forget-orders.ts'
import {
  assertSettled,
  type Bag,
  fillBag,
  paidOf,
  startCombinedPayment,
} from '../../../../../tests/helpers/pay-together.ts'
import {
  confirmPaid,
  minute,
  readOrder,
  refundsOf,
  removeWithoutCanceling,
} from '../../../../../tests/helpers/paying.ts'
import {
  actAtProvider,
  differences,
  refund,
  refundAmountsOf,
} from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import { recordRefunds } from './record-refunds.ts'

const reconcile = (shop: CardShop) => reconcilePayments(shop.deps, shop.deps.cards)

/** Orders of $20, $40 and $60, paid with one card payment. */
async function paidTogether(shop: CardShop): Promise<Bag & { intent: string; admin: Customer }> {
  const admin = await newAdmin(shop)
  const all = await fillBag(shop)
  const intent = await startCombinedPayment(all.ann, all.ids)
  await shop.charge(intent)
  const answer = await confirmPaid(all.ann, all.ids[0] ?? '', intent)
  assert.equal(answer.statusCode, 200, answer.body)
  return { ...all, intent, admin }
}

const untilOrder = ({ ann }: Bag, id: string, isSo: (order: Order) => boolean) =>
  eventually(async () => isSo(await readOrder(ann, id)), 'the order to say so')

const money = ({ ann }: Bag, id: string) => readOrder(ann, id).then(refundAmountsOf)

/** Fails if the limit is that of the whole payment: an order could be refunded more than it cost. */
withCardsOnSqlite('an admin refunds one order of a shared payment, at most its own total', async shop => {
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

/** The books of a payment after some of its money was refunded. */
async function assertBooks(shop: CardShop, intent: string, given: number): Promise<void> {
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

/** Fails if all of it is attributed to one order, which would get back more than it cost. */
withCardsOnSqlite(
  'a refund made at the provider is attributed to one order after the other, each up to its total',
  async shop => {
    const all = await paidTogether(shop)
    const { intent, ids } = all
    const [first = '', second = '', third = ''] = ids
    await actAtProvider(shop, intent, 'refund', { amount: 3000 })
    await untilOrder(all, second, ({ refundedAmount }) => refundedAmount === 10)
    assert.deepEqual(await money(all, first), [20, 0, 0])
    assert.deepEqual(await money(all, second), [10, 0, 30])
    assert.deepEqual(await credited(all, first), [20])
    assert.deepEqual(await credited(all, second), [10])
    await actAtProvider(shop, intent, 'refund', { amount: 9000 })
    await untilOrder(all, third, ({ state }) => state === 'refunded')
    assert.deepEqual(await money(all, second), [40, 0, 0])
    assert.deepEqual(await credited(all, third), [60])
    await assertBooks(shop, intent, 12_000)
  },
)

/** Fails if an earlier loss is ignored: an order would lose more than it cost. */
withCards('a second lost dispute is charged to the orders that still have money', async shop => {
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
  const losses = await Promise.all(ids.map(async id => (await readOrder(ann, id)).disputeLostAmount))
  assert.deepEqual(losses, [20, 40, 10])
})

/** Fails if a refund of several orders is tracked for only one of them. */
withCardsOnSqlite('a refund of several orders that fails later fails for each of them', async shop => {
  const all = await paidTogether(shop)
  const { intent, ids, admin } = all
  await actAtProvider(shop, intent, 'refund', { amount: 3000 })
  const [first = '', second = ''] = ids
  await untilOrder(all, second, ({ refundedAmount }) => refundedAmount === 10)
  const [made] = (await shop.readFromProvider(`refunds?payment_intent=${intent}`)).data as { id: string }[]
  await actAtProvider(shop, made?.id ?? '', 'fail')
  await untilOrder(all, second, ({ refundFailedAt }) => refundFailedAt !== null)
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
 * Fails if the amount owed is sent regardless: money of a paid order would go back. The refund was made at the provider
 * before the shop knew of it, and amounts owed are attributed first.
 */
for (const [amount, owed, onEngines] of [
  [4000, [], withCardsOnSqlite],
  [1500, [2500], withCards],
] as const)
  onEngines(
    `if $40 are owed and $${amount / 100} were refunded at the provider, the shop sends only the rest`,
    async shop => {
      await shop.setCardFaults({ webhookDrop: true })
      const { ann, orders, ids } = await fillBag(shop)
      const intent = await startCombinedPayment(ann, ids)
      await removeWithoutCanceling(shop, orders[1] ?? { _id: '', itemId: '' })
      await shop.charge(intent)
      await shop.setCardFaults({ outage: true, faultsOn: 'refund' })
      assert.equal((await confirmPaid(ann, ids[0] ?? '', intent)).statusCode, 200)
      await actAtProvider(shop, intent, 'refund', { amount })
      await comparePayments(shop.deps, shop.deps.cards)
      await shop.setCardFaults({ outage: false })
      shop.travel(minute)
      await reconcile(shop)
      assert.deepEqual((await refundsOf(shop, intent)).sort(), [amount, ...owed].sort())
      for (const id of [ids[0], ids[2]]) assert.equal((await readOrder(ann, id ?? '')).refundedAmount, 0)
      await assertSettled(shop, intent)
    },
  )

/** The provider has less than the shop owes, and refuses before the shop knows why. */
withCards(
  'an owed share after most was refunded at the provider: the shop sends the rest once it knows',
  async shop => {
    await shop.setCardFaults({ webhookDrop: true })
    const { ann, orders, ids } = await fillBag(shop)
    const intent = await startCombinedPayment(ann, ids)
    await removeWithoutCanceling(shop, orders[1] ?? { _id: '', itemId: '' })
    await shop.charge(intent)
    await actAtProvider(shop, intent, 'refund', { amount: 9000 })
    await confirmPaid(ann, ids[0] ?? '', intent)
    for (const _ of ['refused', 'asked for the rest']) {
      shop.travel(minute)
      await reconcile(shop).catch(() => undefined)
    }
    assert.deepEqual(await refundsOf(shop, intent), [9000])
    await assertBooks(shop, intent, 9000)
  },
)

/** Fails if only one order is marked: the others would be sent although the bank has their money. */
withCardsOnSqlite('a dispute marks every order of the payment', async shop => {
  const all = await paidTogether(shop)
  await actAtProvider(shop, all.intent, 'dispute')
  for (const id of all.ids) await untilOrder(all, id, ({ disputedAt }) => disputedAt !== null)
  const [shown, ...more] = (await all.admin.call('GET', '/api/attention')).json<AttentionEntry[]>()
  assert.deepEqual(
    [shown?.kind, shown?.itemName, shown?.orderId, more.length],
    ['dispute', 'Goods 1 and 2 more', all.ids[0], 0],
  )
})

/** Fails if the provider's metadata does not name all orders: after a restore the money could not be matched. */
withCards(
  'after restoring an older backup the orders of a payment are matched again, or an admin decides',
  async shop => {
    await shop.setCardFaults({ webhookDrop: true })
    const [found, half] = [await fillBag(shop), await fillBag(shop)]
    const intents = [
      await startCombinedPayment(found.ann, found.ids),
      await startCombinedPayment(half.ann, half.ids),
    ]
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
