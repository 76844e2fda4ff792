import assert from 'node:assert/strict'
import { assertSettled, bag, startedTogether } from '../../../../../tests/helpers/pay-together.ts'
import { minute, patch, read, refundsOf, removeUnseen } from '../../../../../tests/helpers/paying.ts'
import {
  eventually,
  type PayingShop,
  withCards,
  withCardsOnSqlite,
} from '../../../../../tests/helpers/paying-shop.ts'
import { byHand, differences, entriesOf, moneyOf, refund } from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { reconcilePayments } from '../../../jobs/reconcile-payments.ts'
import * as refunds from '../../../store/refunds.ts'

const outage = { outage: true, faultsOn: 'refund' } as const

/** The provider works again, and due refunds are sent before any event arrives. */
async function reconcile(shop: PayingShop): Promise<void> {
  await shop.turn({ outage: false })
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
}

/**
 * Orders of $20, $40 and $60 were paid together. The second was removed, and its refund is owed because the provider is
 * down.
 */
async function paidWithOwedRefund(shop: PayingShop) {
  await shop.turn({ webhookDrop: true })
  const all = await bag(shop)
  const intent = await startedTogether(all.ann, all.ids)
  await removeUnseen(shop, all.orders[1] ?? { _id: '', itemId: '' })
  await shop.charge(intent)
  await shop.turn(outage)
  assert.equal((await patch(all.ann, all.ids[0] ?? '', intent)).statusCode, 200)
  return { ...all, intent }
}

/** The ways in which the shop learns of a refund made at the provider. */
const channels = {
  'its news': async (shop: PayingShop, give: () => Promise<void>) => {
    await shop.turn({ webhookDrop: false, outage: false })
    await give()
    await eventually(async () => (await refunds.countDue(shop.deps.db.read)) === 0, 'nothing to be owed')
  },
  'the reconciler': async (shop: PayingShop, give: () => Promise<void>) => {
    await give()
    await reconcile(shop)
  },
}

/** Fails if only the shop's own rows say what is owed: the provider would take the other orders' money. */
for (const [name, receive] of Object.entries(channels))
  withCardsOnSqlite(
    `a refund that was owed and made at the provider is not repeated through ${name}`,
    async shop => {
      const { ann, ids, intent } = await paidWithOwedRefund(shop)
      await receive(shop, () => byHand(shop, intent, 'refund', { amount: 4000 }))
      assert.deepEqual(await refundsOf(shop, intent), [4000])
      await reconcile(shop)
      for (const id of [ids[0], ids[2]]) assert.equal((await read(ann, id ?? '')).refundedAmount, 0)
      await assertSettled(shop, intent)
    },
  )

/**
 * Fails if an admin's refund is sent regardless of refunds made in the meantime: for a single order the provider would
 * refuse it, for several orders it would take the others' money.
 */
for (const isTold of [true, false])
  withCards(
    `an admin's refund is called off where it was given by hand, which the shop ${isTold ? 'knows' : 'does not know'}`,
    async shop => {
      const admin = await newAdmin(shop)
      const { ann, ids } = await bag(shop)
      const [first = '', ...others] = ids
      const intent = await startedTogether(ann, ids)
      await shop.charge(intent)
      await patch(ann, first, intent)
      await shop.turn({ ...outage, webhookDrop: !isTold })
      assert.deepEqual(moneyOf((await refund(admin, first, { restock: 2 })).json()), [0, 20, 0])
      await byHand(shop, intent, 'refund', { amount: 2000 })
      if (isTold)
        await eventually(async () => (await read(ann, first)).refundedAmount === 20, 'the refund by hand')
      await reconcile(shop)
      assert.deepEqual(await refundsOf(shop, intent), [2000])
      const order = await read(ann, first)
      assert.deepEqual([moneyOf(order), order.restockedQuantity], [[20, 0, 0], 0])
      for (const id of others) assert.equal((await read(ann, id)).refundedAmount, 0)
      const { status, failure } = (await entriesOf(admin, first)).find(({ by }) => by === admin.email) ?? {}
      assert.deepEqual(
        [status, failure],
        ['failed', 'Money of this order was refunded at the card provider.'],
      )
      assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
      assert.deepEqual(await differences(shop), [])
    },
  )

/** Fails if any earlier refund blocks the refund of the rest. */
withCardsOnSqlite('after a refund at the provider, an admin can refund any part of the rest', async shop => {
  const admin = await newAdmin(shop)
  const { ann, ids } = await bag(shop)
  const [first = '', second = ''] = ids
  const intent = await startedTogether(ann, ids)
  await shop.charge(intent)
  await patch(ann, first, intent)
  await shop.turn({ webhookDrop: true })
  await byHand(shop, intent, 'refund', { amount: 3000 })
  const tooMuch = (await refund(admin, second, { amount: 30.01 })).json()
  assert.deepEqual([tooMuch.code, tooMuch.left], ['amount_too_high', 30])
  assert.deepEqual(moneyOf((await refund(admin, second, { amount: 30 })).json()), [40, 0, 0])
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [3000, 3000])
  assert.deepEqual(await differences(shop), [])
})
