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

const isAway = { outage: true, faultsOn: 'refund' } as const

/** The provider is back, and what is due gets its turn before any news. */
async function reconcile(shop: PayingShop): Promise<void> {
  await shop.turn({ outage: false })
  shop.travel(minute)
  await reconcilePayments(shop.deps, shop.deps.cards)
}

/** $20, $40 and $60 were paid with one card; the second was removed, and its money is owed: the provider is away. */
async function owing(shop: PayingShop) {
  await shop.turn({ webhookDrop: true })
  const all = await bag(shop)
  const intent = await startedTogether(all.ann, all.ids)
  await removeUnseen(shop, all.orders[1] ?? { _id: '', itemId: '' })
  await shop.charge(intent)
  await shop.turn(isAway)
  assert.equal((await patch(all.ann, all.ids[0] ?? '', intent)).statusCode, 200)
  return { ...all, intent }
}

/** What somebody gives back at the provider comes to the shop's ears in these ways. */
const ways = {
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

/** Fails where only the shop's own rows say what is owed: the provider takes it from the money of the other orders. */
for (const [name, hears] of Object.entries(ways))
  withCardsOnSqlite(
    `what is owed and was given by hand does not go back again through ${name}`,
    async shop => {
      const { ann, ids, intent } = await owing(shop)
      await hears(shop, () => byHand(shop, intent, 'refund', { amount: 4000 }))
      assert.deepEqual(await refundsOf(shop, intent), [4000])
      await reconcile(shop)
      for (const id of [ids[0], ids[2]]) assert.equal((await read(ann, id ?? '')).refundedAmount, 0)
      await assertSettled(shop, intent)
    },
  )

/**
 * Fails where an admin's refund is asked for whatever was given back meanwhile: of a single order the provider would
 * refuse it, of several it takes the money of the others.
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
      await shop.turn({ ...isAway, webhookDrop: !isTold })
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

/** Fails where any money that was given back stands in the way of what is left. */
withCardsOnSqlite(
  'of what is left after a refund by hand an admin gives back as much as is asked for',
  async shop => {
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
  },
)
