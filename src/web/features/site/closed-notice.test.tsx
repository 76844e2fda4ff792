import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass } from '../../../../tests/helpers/web/screen.ts'
import { owner, saved, toggle, version } from '../../../../tests/helpers/web/shop-panel.ts'
import { ann, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'
import { demoContent } from '../../../server/demo/content.ts'

const day = 86_400_000
const utcDay = (moment: number) => new Date(moment).toISOString().slice(0, 10)

const closedUntil = (until: string) => ({
  takesCards: true,
  content: { ...demoContent, closed: { text: 'We are on holiday.', until } },
})

const item = `/items/${tray._id}`

/** Fails if the form is shown: somebody would fill it in for nothing. */
test('while the shop is closed, all pages say so and no form asks for an order', async t => {
  const page = await visit(t, item, as(ann), closedUntil('2099-12-31'))
  await page.until(() => /You can order again from Jan 1, 2100\./.test(page.text))
  assert.equal(page.control('ORDER NOW'), undefined)
  assert.deepEqual(page.words('[role=status].closed-notice'), ['We are on holiday.'])
  await page.go('/items')
  assert.deepEqual(page.words('.closed-notice'), ['We are on holiday.'])
})

test('an open shop says nothing', async t => {
  const page = await visit(t, item, as(ann))
  await page.until(() => page.control('ORDER NOW'))
  assert.deepEqual(page.words('.closed-notice'), [''])
})

/** Fails if only a new page looks at the time. */
test('the text goes, and the form comes, when the day ends while the page is open', async t => {
  holdClock(t)
  const page = await visit(t, item, as(ann), closedUntil(utcDay(Date.now())))
  await page.until(() => /You can order again/.test(page.text))
  await pass(day)
  await page.until(() => page.control('ORDER NOW'))
  assert.deepEqual(page.words('.closed-notice'), [''])
})

test('if the shop closes meanwhile, the form says so and keeps what was typed', async t => {
  const detail = 'The shop is closed at the moment. You can order again from Aug 3, 2027.'
  const net = as(ann).on('POST /api/booking', () => refusal('shop_closed', { detail }))
  const page = await visit(t, item, net)
  await page.until(() => page.control('ORDER NOW'))
  const typed = { 'Full name': 'Ann', 'Mobile number': '555', Address: '1 Test Street', Quantity: '2' }
  await page.fill(typed)
  await page.press('ORDER NOW')
  await page.until(() => page.text.includes(detail))
  for (const [label, value] of Object.entries(typed)) assert.equal(page.field(label).value, value)
})

test('the owner needs a text and a day, sees the text in the preview, and closes the shop', async t => {
  const address = '/dashboard/manageItems?panel=shop'
  const page = await visit(t, address, owner())
  await page.until(() => page.all('.shop-form').length > 0 && page.field('Shop name'))
  await page.press('Selling')
  await toggle(page, 'closed')
  await page.press('Save')
  assert.equal(page.complaint('Text above all pages'), 'Enter a text.')
  assert.equal(page.complaint('Last day without orders'), 'Enter a date such as 2026-11-15.')
  await page.type('Text above all pages', 'We are on holiday.')
  await page.type('Last day without orders', '2099-08-02')
  assert.deepEqual(page.words('.preview .closed-notice'), ['We are on holiday.'])
  const closed = { text: 'We are on holiday.', until: '2099-08-02' }
  assert.deepEqual((await saved(page)).closed, closed)
  await page.until(() => page.words('.closed-notice').every(words => words === closed.text))
})

test('the sentence about a day that is over stands at its field', async t => {
  const detail = 'This day is over. Choose today or a later day.'
  const net = owner()
    .on('GET /api/shopContent', () => json(version({ closed: { text: 'Old', until: '2026-01-01' } })))
    .on('PUT /api/shopContent', () =>
      refusal('bad_input', { detail, fields: { 'content.closed.until': detail } }),
    )
  const page = await visit(t, '/dashboard/manageItems?panel=shop', net)
  await page.until(() => page.all('.shop-form').length > 0 && page.field('Shop name'))
  await page.press('Selling')
  await page.type('Text above all pages', 'New')
  await page.press('Save')
  assert.equal(page.complaint('Last day without orders'), detail)
})
