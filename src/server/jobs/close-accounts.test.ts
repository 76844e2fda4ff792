import assert from 'node:assert/strict'
import { admin, onBothEngines } from '../../../tests/helpers/shop.ts'
import { removeOrderOf } from '../app.ts'
import { closeAccounts } from './close-accounts.ts'

/** Fails where the first account that cannot be closed holds up the others, or its failure is not told. */
onBothEngines('an account that cannot be closed yet is in nobody’s way', async shop => {
  const { db } = shop.deps
  await admin(shop)
  const item = await shop.item({ availableQuantity: 9 })
  const removed: string[] = []
  for (const moment of [1, 2, 3]) {
    const customer = await shop.customer()
    await customer.order(item, moment)
    const { uid } = (await customer.call('GET', '/api/auth/me')).json()
    await db.write(tx => tx.updateTable('users').set({ removed_at: moment }).where('id', '=', uid).execute())
    removed.push(uid)
  }
  const left = async () => (await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity
  const really = removeOrderOf(shop.deps)
  const provider = { isDown: true }
  const run = () =>
    closeAccounts(shop.deps, async (userId, bookingId) => {
      if (provider.isDown && userId === removed[0]) throw new Error('the provider does not answer')
      return really(userId, bookingId)
    })
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
