import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import { json, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'
// Loaded up front: the lazy imports take longer than a test waits.
import './fresh-proof.tsx'
import './proof-dialog.tsx'

const file = 'GET /api/booking.csv'
const prove = 'POST /api/auth/prove'

/** The page of all orders, where an export asks for a proof first. */
async function orders(t: TestContext, ways: string[]) {
  const net = as(ada)
    .on('GET /api/booking', () => json([order]))
    .on(
      file,
      () => refusal('fresh_proof_needed', { ways }),
      () => new Response('number\r\n'),
    )
    .on(prove, () => refusal('wrong_password', { fields: { password: 'Wrong password.Try again' } }), nothing)
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => page.control('Export'))
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:1')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Export')
  await page.until(() => page.control('Cancel'))
  return page
}

/** Fails if the call is not repeated, or is repeated before the proof was accepted. */
test('a call that needs a fresh proof waits for it and is repeated', async t => {
  const page = await orders(t, ['code', 'password'])
  assert.equal(page.control('Use a passkey'), undefined)
  await page.type('Password', 'wrong')
  await page.press('Use this password')
  assert.deepEqual([page.complaint('Password'), page.net.to(file).length], ['Wrong password.Try again', 1])
  await page.type('Code', '123456')
  await page.press('Use this code')
  await page.until(() => page.text.includes('Exported these orders'))
  assert.deepEqual(
    page.net.to(prove).map(({ body }) => body),
    [{ password: 'wrong' }, { code: '123456' }],
  )
  assert.equal(page.net.to(file).length, 2)
})

test('canceling shows the refusal and does not repeat the call', async t => {
  const page = await orders(t, ['password'])
  assert.equal(page.control('Use this code'), undefined)
  await page.press('Cancel')
  await page.until(() => page.text.includes('Refused: fresh_proof_needed.'))
  assert.deepEqual([page.net.to(file).length, page.net.to(prove).length], [1, 0])
})

test('a user without a proof method is asked to log in again', async t => {
  const page = await orders(t, [])
  assert.match(page.text, /Sign out and sign in again first/)
  page.net.on('POST /api/auth/sign-out', nothing)
  await page.press('Sign out now')
  await page.until(() => page.control('Sign in with google'))
  assert.equal(page.net.to('POST /api/auth/sign-out').length, 1)
})
