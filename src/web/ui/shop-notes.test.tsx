import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ann, as, tray } from '../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../tests/helpers/web/visit.tsx'
import { demoContent } from '../../server/demo/content.ts'

const item = `/items/${tray._id}`

test('the owner’s notes are folded on the item page and open at the order form, with a link to write to', async t => {
  const content = { ...demoContent, returns: '', contact: 'Write to hello@shop.example.' }
  const page = await visit(t, item, as(ann), { takesCards: true, content })
  await page.until(() => page.control('ORDER NOW'))
  assert.deepEqual(page.words('.folded-notes summary'), ['Delivery', 'Contact'])
  assert.deepEqual(page.words('.shop-notes dt'), ['Delivery', 'Contact'])
  assert.equal(page.control('hello@shop.example')?.getAttribute('href'), 'mailto:hello@shop.example')
  assert.ok(page.text.includes('Write to hello@shop.example.'))
})

test('a shop without notes shows none', async t => {
  const content = { ...demoContent, delivery: '', returns: '', contact: '' }
  const page = await visit(t, item, as(ann), { takesCards: true, content })
  await page.until(() => page.control('ORDER NOW'))
  assert.deepEqual(page.words('.folded-notes, .shop-notes'), [])
})
