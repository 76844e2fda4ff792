import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { SignInMethods } from '#contract/factors.ts'
import type { Me } from '#contract/identity.ts'
import { json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, ann, as, noFactors } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'
// Loaded up front: the lazy import takes longer than a test waits.
import './factor-section.tsx'

const own = 'GET /api/auth/factors'
const phone = {
  id: '0199a000-0000-7000-8000-333300000001',
  name: 'Phone',
  createdAt: '2026-11-15T09:30:00.000Z',
  lastUsedAt: null,
}
const codes = Array.from({ length: 10 }, (_, i) => `abcd-efgh-ijkl-mno${i}`)

async function profile(
  t: TestContext,
  ways: Partial<SignInMethods>,
  net: Network,
  me: Me = ann,
  until = 'Authenticator app',
) {
  const words = { address: '', education: '', linkedin: '', mobileNumber: '' }
  const page = await visit(
    t,
    '/dashboard',
    net
      .on(`GET /api/myProfile/${me.email}`, () => json({ name: me.displayName, email: me.email, ...words }))
      .on(own, () => json({ ...noFactors, ...ways })),
  )
  await page.until(() => page.text.includes(until))
  return page
}

test('setting up an app asks for a code and shows the recovery codes once', async t => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const net = as(ann)
    .on('POST /api/auth/totp', () =>
      json({ secret, address: `otpauth://totp/Tuckshop:ann?secret=${secret}` }),
    )
    .on(
      'PUT /api/auth/totp',
      () => refusal('wrong_code', { fields: { code: 'Wrong.' } }),
      () => json({ recoveryCodes: codes }),
    )
  const page = await profile(t, {}, net)
  await page.press('Set up an authenticator app')
  await page.until(() => page.all('svg[aria-label="QR code for your authenticator app"] path')[0])
  assert.match(page.text, /GEZD GNBV GY3T QOJQ/)
  await page.type('Code from the app', '000000')
  await page.press('Turn on')
  assert.equal(page.complaint('Code from the app'), 'Wrong.')
  await page.type('Code from the app', '123456')
  await page.press('Turn on')
  assert.deepEqual(page.words('[aria-label="Recovery codes"] li'), codes)
  await page.press('I have saved them')
  assert.deepEqual(page.words('[aria-label="Recovery codes"] li'), [])
  // With a factor an admin has more rights.
  assert.ok(page.net.to('GET /api/auth/me').length > 1)
})

test('an account with an app shows how many recovery codes are left, and can turn it off', async t => {
  const net = as(ann).on('DELETE /api/auth/totp', nothing)
  const page = await profile(t, { code: true, recoveryCodes: 1 }, net)
  assert.match(page.text, /One recovery code is left/)
  await page.press('Turn off')
  assert.equal(page.net.to('DELETE /api/auth/totp').length, 1)
  assert.match(page.text, /Signing in no longer asks for a code/)
})

test('a passkey is renamed and removed; a browser without passkeys says so', async t => {
  const one = `/api/auth/passkeys/${phone.id}`
  const net = as(ann)
    .on(`PATCH ${one}`, () => json({ ...phone, name: 'Tablet' }))
    .on(`DELETE ${one}`, nothing)
  const page = await profile(t, { passkeys: [phone] }, net)
  assert.match(page.text, /This browser cannot use passkeys here/)
  await page.press('Rename')
  await page.type('Name this passkey', ' ')
  await page.press('Save')
  assert.equal(page.complaint('Name this passkey'), 'Name is required')
  await page.type('Name this passkey', 'Tablet')
  await page.press('Save')
  assert.deepEqual(page.net.to(`PATCH ${one}`)[0]?.body, { name: 'Tablet' })
  await page.press('Remove')
  assert.equal(page.net.to(`DELETE ${one}`).length, 1)
})

test('an unconfirmed email address offers only the confirmation email; existing factors stay listed', async t => {
  const words = 'Confirm your email before you add'
  const net = as(ann).on('POST /api/auth/verify/send', nothing)
  const page = await profile(t, { emailFirst: true }, net, ann, words)
  assert.equal(page.control('Set up an authenticator app') === undefined, true)
  await page.press('Send me the link')
  assert.equal(page.net.to('POST /api/auth/verify/send').length, 1)
})

test('an admin with a factor but an unconfirmed email is asked only to confirm it', async t => {
  const me = { ...ada, secondFactorNeeded: true }
  const page = await profile(t, { required: true, emailFirst: true, code: true }, as(me), me)
  assert.match(page.text, /Confirm your email before you add/)
  assert.doesNotMatch(page.text, /Use it once/)
  assert.ok(page.control('Turn off'))
})

test('an admin who must have a second factor is told what is missing', async t => {
  const page = await profile(t, { required: true }, as({ ...ada, secondFactorNeeded: true }), ada)
  assert.match(page.text, /Add a passkey or an authenticator app to manage the shop/)
})

test('an admin who has a second factor proves it in the same dialog', async t => {
  const me = { ...ada, secondFactorNeeded: true }
  const net = as(me).on('POST /api/auth/prove', nothing)
  const page = await profile(t, { required: true, code: true }, net, me)
  await page.press('Use it now')
  await page.until(() => page.control('Use this code'))
  assert.equal(page.control('Use this password'), undefined)
  await page.type('Code', '123456')
  await page.press('Use this code')
  await page.until(() => page.net.to('GET /api/auth/me').length > 1)
})

test('a failed request shows its error in place, and the rest of the page stays', async t => {
  const page = await profile(t, {}, as(ann))
  page.net.on(own, () => refusal('forbidden'))
  await page.go('/dashboard/myReview')
  const { queryClient } = await import('../../api/query-client.ts')
  queryClient().removeQueries({ queryKey: ['factors'] })
  await page.go('/dashboard')
  await page.until(() => page.text.includes('Passkeys and codes could not be loaded.'))
  assert.ok(page.control('ADD OR UPDATE PROFILE'))
})
