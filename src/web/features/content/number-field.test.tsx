import assert from 'node:assert/strict'
import { test } from 'vitest'
import { opened, owner, saved, sent, toggle } from '../../../../tests/helpers/web/shop-panel.ts'

const separator = 'Leave out the thousands separator: write 1234 or 1.23.'
const voucher = {
  code: 'TEN',
  percent: null,
  amount: 10,
  from: '2026-01-01',
  until: '',
  least: null,
  uses: null,
  usesPerPerson: null,
}
const deliveryPrice = { price: 6, freeFrom: 80 }

/** Fails if a field is of type number: then the browser drops the comma, and 4,90 becomes 490. */
test('an owner writes amounts and percentages with a comma', async t => {
  const page = await opened(t, owner({ vouchers: [voucher] }), 'Selling')
  await toggle(page, 'deliveryPrice')
  await page.press('Add a rate')
  const fields = ['Percent', 'Price of delivery', 'Free from', 'Amount off the goods', 'Least sum of goods']
  for (const label of fields) {
    const { type, inputMode } = page.field(label) as HTMLInputElement
    assert.deepEqual([type, inputMode], ['text', 'decimal'], label)
  }
  for (const label of ['Payments in all', 'Payments per customer'])
    assert.equal((page.field(label) as HTMLInputElement).inputMode, 'numeric')
  await page.fill({
    'Price of delivery': '4,90',
    'Free from': '1 234,50',
    'Name of the rate': 'Reduced',
    Percent: '5,5',
    'First day': '2026-01-01',
    'Amount off the goods': '2,25',
    'Least sum of goods': '50',
  })
  assert.equal(page.field('Price of delivery').value, '4,90')
  const content = await saved(page)
  assert.deepEqual(content.deliveryPrice, { price: 4.9, freeFrom: 1234.5 })
  assert.equal(content.taxRates[0]?.percent, 5.5)
  assert.deepEqual([content.vouchers[0]?.amount, content.vouchers[0]?.least], [2.25, 50])
})

/** Fails if what cannot be read is saved as nothing: delivery would never be free. */
test('an amount that could be read in two ways is refused at its field', async t => {
  const page = await opened(t, owner({ deliveryPrice: { price: 6, freeFrom: null } }), 'Selling')
  await page.fill({ 'Price of delivery': '1.234,5', 'Free from': '1,234' })
  assert.match(page.text, /Not saved yet/)
  await page.press('Save')
  assert.deepEqual(
    ['Price of delivery', 'Free from'].map(label => page.complaint(label)),
    [separator, separator],
  )
  await page.fill({ 'Price of delivery': 'six', 'Free from': '' })
  await page.press('Save')
  assert.deepEqual([page.complaint('Price of delivery'), page.complaint('Free from')], ['Enter a price.', ''])
  assert.deepEqual(sent(page), [])
  await page.press('Discard changes')
})

test('only an unreadable number is a change that can be discarded', async t => {
  const page = await opened(t, owner({ deliveryPrice: { price: 6, freeFrom: null } }), 'Selling')
  await page.type('Free from', '1,234')
  assert.match(page.text, /Not saved yet/)
  await page.press('Discard changes')
  assert.equal(page.field('Free from').value, '')
})

test('what takes the place of a typed number is shown', async t => {
  const page = await opened(t, owner({ deliveryPrice }), 'Selling')
  await page.type('Price of delivery', '4,')
  assert.equal(page.field('Price of delivery').value, '4,')
  await page.press('Discard changes')
  assert.equal(page.field('Price of delivery').value, '6')
})
