import assert from 'node:assert/strict'
import { newAdmin, onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'
import { type Cards, ProviderDown } from '../adapters/cards.ts'
import * as payments from '../store/payments.ts'
import { closeAccounts } from './close-accounts.ts'

/** A payment that exists at the provider, so it has to be canceled there. */
const beginPayment = (shop: TestShop, orderId: string): Promise<void> =>
  shop.deps.db.write(async tx => {
    const price = { parts: [100], deliveries: [0], discounts: [0], total: 100 }
    const payment = { orderIds: [orderId], price, voucher: '', currency: 'usd', address: '192.0.2.1', now: 1 }
    const { id } = await payments.open(tx, payment)
    await tx.updateTable('payments').set({ intent_id: 'pi_1' }).where('id', '=', id).execute()
  })

/** Fails if the first account that cannot be closed blocks the others, or if its failure is not reported. */
onBothEngines('an account that cannot be closed yet does not block the others', async shop => {
  const { db } = shop.deps
  await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 9 })
  for (const moment of [1, 2, 3]) {
    const customer = await shop.customer()
    const { _id } = (await customer.order(item, moment)).json()
    if (moment === 1) await beginPayment(shop, _id)
    const { uid } = (await customer.call('GET', '/api/auth/me')).json()
    await db.write(tx => tx.updateTable('users').set({ removed_at: moment }).where('id', '=', uid).execute())
  }
  const left = async () => (await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity
  const provider = { isDown: true }
  const cards: Pick<Cards, 'cancel'> = {
    async cancel() {
      if (provider.isDown) throw new ProviderDown(new Error('silence'), false)
      return undefined
    },
  }
  const run = () => closeAccounts({ ...shop.deps, cards: cards as Cards })
  await assert.rejects(run(), /unpaid orders left/)
  assert.equal(await left(), 8, 'those of the two others are back')
  await assert.rejects(run(), /unpaid orders left/)
  provider.isDown = false
  await run()
  assert.equal(await left(), 9)
  await run()
  const open = await db.read
    .selectFrom('users')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .execute()
  assert.deepEqual(open, [])
})
