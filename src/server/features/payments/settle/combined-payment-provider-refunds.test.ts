import assert from 'node:assert/strict'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/card-shop.ts'
import { assertSettled, fillBag, startCombinedPayment } from '../../../../../tests/helpers/pay-together.ts'
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
  entriesOf,
  refund,
  refundAmountsOf,
} from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import * as refunds from '../../../store/refunds.ts'

const outage = { outage: true, faultsOn: 'refund' } as const

/** The provider works again, and due refunds are sent before any event arrives. */
async function reconcile(shop: CardShop): Promise<void> {
  await shop.setCardFaults({ outage: false })
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
}

/**
 * Orders of $20, $40 and $60 were paid together. The second was removed, and its refund is owed because the provider is
 * down.
 */
async function paidWithOwedRefund(shop: CardShop) {
  await shop.setCardFaults({ webhookDrop: true })
  const all = await fillBag(shop)
  const intent = await startCombinedPayment(all.ann, all.ids)
  await removeWithoutCanceling(shop, all.orders[1] ?? { _id: '', itemId: '' })
  await shop.charge(intent)
  await shop.setCardFaults(outage)
  assert.equal((await confirmPaid(all.ann, all.ids[0] ?? '', intent)).statusCode, 200)
  return { ...all, intent }
}

/** The ways in which the shop learns of a refund made at the provider. */
const channels = {
  'its news': async (shop: CardShop, refundAtProvider: () => Promise<void>) => {
    await shop.setCardFaults({ webhookDrop: false, outage: false })
    await refundAtProvider()
    await eventually(
      async () => (await refunds.countDue(shop.deps.db.read)) === 0,
      'all owed refunds to be settled',
    )
  },
  'the reconciler': async (shop: CardShop, refundAtProvider: () => Promise<void>) => {
    await refundAtProvider()
    await reconcile(shop)
  },
}

/** Fails if the amount owed is computed from the shop's own rows alone: a second refund would be paid out of the other orders' money. */
for (const [name, receive] of Object.entries(channels))
  withCardsOnSqlite(
    `an owed refund that was already made at the provider is not repeated after ${name}`,
    async shop => {
      const { ann, ids, intent } = await paidWithOwedRefund(shop)
      await receive(shop, () => actAtProvider(shop, intent, 'refund', { amount: 4000 }))
      assert.deepEqual(await refundsOf(shop, intent), [4000])
      await reconcile(shop)
      for (const id of [ids[0], ids[2]]) assert.equal((await readOrder(ann, id ?? '')).refundedAmount, 0)
      await assertSettled(shop, intent)
    },
  )

/**
 * Fails if an admin's refund is sent regardless of refunds made in the meantime: for a single order the provider would
 * refuse it, for several orders it would take the others' money.
 */
for (const shopKnows of [true, false])
  withCards(
    `an admin's refund is canceled if the money was already refunded at the provider [shop ${shopKnows ? 'knows' : 'does not know'}]`,
    async shop => {
      const admin = await newAdmin(shop)
      const { ann, ids } = await fillBag(shop)
      const [first = '', ...others] = ids
      const intent = await startCombinedPayment(ann, ids)
      await shop.charge(intent)
      await confirmPaid(ann, first, intent)
      await shop.setCardFaults({ ...outage, webhookDrop: !shopKnows })
      assert.deepEqual(refundAmountsOf((await refund(admin, first, { restock: 2 })).json()), [0, 20, 0])
      await actAtProvider(shop, intent, 'refund', { amount: 2000 })
      if (shopKnows)
        await eventually(
          async () => (await readOrder(ann, first)).refundedAmount === 20,
          'the refund by hand',
        )
      await reconcile(shop)
      assert.deepEqual(await refundsOf(shop, intent), [2000])
      const order = await readOrder(ann, first)
      assert.deepEqual([refundAmountsOf(order), order.restockedQuantity], [[20, 0, 0], 0])
      for (const id of others) assert.equal((await readOrder(ann, id)).refundedAmount, 0)
      const { status, failure } = (await entriesOf(admin, first)).find(({ by }) => by === admin.email) ?? {}
      assert.deepEqual(
        [status, failure],
        ['failed', 'This order was already refunded, in full or in part, at the card provider.'],
      )
      assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
      assert.deepEqual(await differences(shop), [])
    },
  )

/** Fails if any earlier refund blocks the refund of the rest. */
withCardsOnSqlite('after a refund at the provider, an admin can refund any part of the rest', async shop => {
  const admin = await newAdmin(shop)
  const { ann, ids } = await fillBag(shop)
  const [first = '', second = ''] = ids
  const intent = await startCombinedPayment(ann, ids)
  await shop.charge(intent)
  await confirmPaid(ann, first, intent)
  await shop.setCardFaults({ webhookDrop: true })
  await actAtProvider(shop, intent, 'refund', { amount: 3000 })
  const tooMuch = (await refund(admin, second, { amount: 30.01 })).json()
  assert.deepEqual([tooMuch.code, tooMuch.left], ['amount_too_high', 30])
  assert.deepEqual(refundAmountsOf((await refund(admin, second, { amount: 30 })).json()), [40, 0, 0])
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [3000, 3000])
  assert.deepEqual(await differences(shop), [])
})
