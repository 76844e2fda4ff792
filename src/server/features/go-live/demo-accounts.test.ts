import assert from 'node:assert/strict'
import { emptyContent } from '#contract/shop-content.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { closeAccounts } from '../../jobs/close-accounts.ts'
import { demoAccounts } from '../../store/demo-ids.ts'
import { goLive } from './go-live.ts'

/** Fails if the removal can be undone like every other: for 15 seconds an admin could bring an account of the demo back. */
onBothEngines(
  'after going live nobody can bring an account of the demo back',
  async shop => {
    const { db, passwords, now } = shop.deps
    const content = emptyContent('Atelier Lumière')
    await goLive({ db, passwords, now: now(), orders: undefined, content })
    const owner = await newAdmin(shop)
    for (const { email } of demoAccounts) {
      const back = await owner.call('PUT', `/api/user/${email}/removed`, { removed: false })
      assert.deepEqual([back.statusCode, back.json().code], [409, 'too_late'], email)
    }
    await closeAccounts(shop.deps)
    const emails = (await owner.call('GET', '/api/users')).json().map((one: { email: string }) => one.email)
    assert.deepEqual(emails, [owner.email])
  },
  { SHOP_MODE: 'demo' },
)
