import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

test('an unconfirmed buyer sees how much they can order, and gets the link to confirm their email', async t => {
  const detail =
    'You can have at most 4 of this item unpaid at a time. To order more, confirm your email address or pay for an order first.'
  const net = as(ann)
    .on('POST /api/booking', () => refusal('share_exceeded', { detail, left: 4, confirm: true }))
    .on('GET /api/auth/account', () => json({ emailVerified: false, hasPassword: true, hasMail: true }))
    .on('POST /api/auth/verify/send', () => new Response(null, { status: 204 }))
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  await page.fill({
    'Full name': 'Ann Example',
    'Mobile number': '555 0100',
    Address: '1 Test Street',
    Quantity: '5',
  })
  await page.press('ORDER NOW')
  assert.equal(page.complaint('Quantity'), detail)
  await page.until(() => page.control('Send me the link'))
  await page.press('Send me the link')
  assert.equal(page.net.to('POST /api/auth/verify/send').length, 1)
})
