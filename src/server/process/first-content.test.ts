import assert from 'node:assert/strict'
import { test } from 'vitest'
import { emptyContent } from '#contract/shop-content.ts'
import { onBothEngines, openTestShop } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { demoContent } from '../demo/content.ts'
import * as shopContent from '../store/shop-content.ts'
import { overriddenSettings } from './first-content.ts'

const given = {
  SHOP_NAME: 'Atelier Lumière',
  SHOP_ADDRESS: '3 Rue Neuve, 69002 Lyon',
  SHOP_TAX_ID: 'FR 12',
}
const details = { name: 'Atelier Lumière', address: '3 Rue Neuve\n69002 Lyon', taxId: 'FR 12' }

onBothEngines(
  'a live shop starts with the details from its settings and nothing else',
  async ({ deps }) => {
    const content = await shopContent.read(deps.db.read)
    assert.deepEqual(content, { ...emptyContent(''), ...details })
    assert.deepEqual(await shopContent.readDetails(deps.db.read, deps.config), {
      ...details,
      address: ['3 Rue Neuve', '69002 Lyon'],
      taxNote: '',
      timeZone: 'UTC',
      style: { accent: '#1f5f5b', edge: 'line' },
    })
  },
  given,
)

test('a demo starts with its own content; a live shop without settings starts with a placeholder name', async () => {
  for (const [settings, first] of [
    [{ SHOP_MODE: 'demo' }, demoContent],
    [
      { SHOP_MODE: 'demo', ...given },
      { ...demoContent, ...details },
    ],
    [{}, emptyContent('My shop')],
  ] as const) {
    const { deps, close } = await openTestShop('sqlite', settings)
    assert.deepEqual(await shopContent.read(deps.db.read), first)
    await close()
  }
})

/** Content that was saved before a field existed. */
onBothEngines('older content gets an empty value for a newer field', async ({ deps: { db, now } }) => {
  const { taxId: _, delivery: _delivery, ...older } = emptyContent('Older')
  const content = older as ReturnType<typeof emptyContent>
  await db.write(tx => shopContent.add(tx, { version: 2, content, savedBy: null, now: now() }))
  assert.deepEqual(await shopContent.read(db.read), emptyContent('Older'))
})

test('at startup the shop names each setting that no longer applies, in one sentence each', () => {
  const content = { ...emptyContent('Corner Shop'), taxId: 'FR 12' }
  assert.deepEqual(overriddenSettings(readConfig(given), content), [
    "SHOP_NAME is 'Atelier Lumière', but the name was changed to 'Corner Shop' in the dashboard. The saved name is used.",
    'SHOP_ADDRESS differs from the address that was saved in the dashboard. The saved address is used.',
  ])
  assert.match(overriddenSettings(readConfig(given), emptyContent('x')).join(), /SHOP_TAX_ID is 'FR 12'/)
  assert.deepEqual(overriddenSettings(readConfig(given), { ...content, ...details }), [])
  assert.deepEqual(overriddenSettings(readConfig({}), content), [])
})
