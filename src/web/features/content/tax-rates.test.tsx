import assert from 'node:assert/strict'
import { test } from 'vitest'
import { refusal } from '../../../../tests/helpers/web/network.ts'
import { opened, owner, saveCall, saved, sent } from '../../../../tests/helpers/web/shop-panel.ts'

const [standard, reduced] = [
  { name: 'Standard', percent: 20, from: '2026-01-01' },
  { name: 'Reduced', percent: 5.5, from: '2026-01-01' },
]

const percents = 'Enter 0 to 100.'

/** Fails if the percentage is rounded, or if it is sent as a text. */
test('an owner enters a rate with decimals, and a note', async t => {
  const page = await opened(t, owner(), 'Selling')
  await page.press('Add a rate')
  await page.fill({ 'Name of the rate': 'Reduced', Percent: '5.5', 'First day': '2026-01-01' })
  await page.type('Note about tax', 'VAT not applicable, art. 293 B du CGI')
  assert.deepEqual(page.words('.content-list summary').slice(0, 1), ['Reduced 5.5 % from Jan 1, 2026'])
  const { taxRates, taxNote } = await saved(page)
  assert.deepEqual(taxRates, [reduced])
  assert.equal(taxNote, 'VAT not applicable, art. 293 B du CGI')
})

/** Fails if an empty percentage becomes null or 0, or if the form does not survive it. */
test('an empty or wrong percentage is refused at its field, and nothing is sent', async t => {
  const page = await opened(t, owner(), 'Selling')
  await page.press('Add a rate')
  await page.press('Name and look')
  await page.press('Save')
  assert.equal(page.control('Selling')?.getAttribute('aria-current'), 'true')
  assert.equal(page.complaint('Name of the rate'), 'Enter a name.')
  assert.equal(page.complaint('Percent'), percents)
  assert.equal(page.complaint('First day'), 'Enter a date such as 2026-11-15.')
  await page.fill({ 'Name of the rate': 'Standard', 'First day': '2026-01-01' })
  for (const [percent, sentence] of [
    ['300', percents],
    ['-1', percents],
    ['', percents],
    ['5.5555', 'Enter a number with at most three decimals.'],
  ] as const) {
    await page.type('Percent', percent)
    assert.equal(page.field('Percent').value, percent)
    await page.press('Save')
    assert.equal(page.complaint('Percent'), sentence, percent)
  }
  assert.deepEqual(sent(page), [])
  await page.type('Percent', '0')
  assert.deepEqual((await saved(page)).taxRates, [{ ...standard, percent: 0 }])
})

test('what the shop refuses about the second rate stands at that rate', async t => {
  const detail = 'Items have this rate.'
  const net = owner({ taxRates: [standard, reduced] }).on(saveCall, () =>
    refusal('bad_input', { detail, fields: { 'content.taxRates.1.name': detail } }),
  )
  const page = await opened(t, net, 'Selling')
  await page.type('Note about tax', 'Other')
  await page.press('Save')
  const field = page.one('[name="taxRates.1.name"]')
  await page.until(() => field.getAttribute('aria-invalid') === 'true')
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  assert.ok(described.some(id => document.getElementById(id)?.textContent === detail))
  assert.ok(field.closest('details')?.open)
  await page.press('Discard changes')
})
