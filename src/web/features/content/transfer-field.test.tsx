import assert from 'node:assert/strict'
import { test } from 'vitest'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { opened, owner, saved, sent } from '../../../../tests/helpers/web/shop-panel.ts'

test('an owner offers transfers: where to, and for how many days', async t => {
  const page = await opened(t, owner(), 'Selling')
  page.field('Payment by bank transfer').click()
  await settle()
  await page.fill({ 'Bank account': 'Tuckshop\nIBAN XX00 1234', 'Days to wait': '14' })
  const { transfer } = await saved(page)
  assert.deepEqual(transfer, { text: 'Tuckshop\nIBAN XX00 1234', days: 14 })
})

test('an offer without an account, or for too long, is refused at its field', async t => {
  const page = await opened(t, owner(), 'Selling')
  page.field('Payment by bank transfer').click()
  await settle()
  for (const days of ['31', '0', '1.5', '']) {
    await page.type('Days to wait', days)
    await page.press('Save')
    assert.equal(page.complaint('Days to wait'), 'Enter 1 to 30.', days)
  }
  assert.equal(page.complaint('Bank account'), 'Enter where to, such as the IBAN.')
  assert.deepEqual(sent(page), [])
})
