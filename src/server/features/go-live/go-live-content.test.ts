import assert from 'node:assert/strict'
import { emptyContent, type SavedVersion } from '#contract/shop-content.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import { goLive } from './go-live.ts'

/** Fails if the demo's texts stay, or if an admin can undo a change back to them. */
onBothEngines(
  'going live begins with empty content under the shop’s own name',
  async shop => {
    const { db, passwords, now } = shop.deps
    await changeContent(shop, { slogan: 'Tried in the demo' })
    const content = emptyContent('Atelier Lumière')
    const outcome = await goLive({ db, passwords, now: now(), orders: undefined, content })
    assert.equal(outcome.done, true)
    const admin = await newAdmin(shop)
    const saved = (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()
    assert.deepEqual([saved.version, saved.canUndo, saved.content], [1, false, content])
  },
  { SHOP_MODE: 'demo' },
)
