import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import { held, json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, as, tokenOf } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const erase = 'POST /api/auth/erase'
const profile = {
  name: 'Ann',
  email: ann.email,
  address: '',
  education: '',
  linkedin: '',
  mobileNumber: '',
}

const shop = (): Network => as(ann).on(`GET /api/myProfile/${ann.email}`, () => json(profile))

async function erasing(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, '/dashboard?data=erase', net)
  await page.until(() => page.all('dialog form').length > 0)
  return page
}

test('one press downloads all data', async t => {
  const net = shop().on('GET /api/auth/export', () => new Response('{}'))
  const page = await visit(t, '/dashboard', net)
  await page.until(() => page.control('Download my data'))
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:1')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Download my data')
  assert.equal(net.to('GET /api/auth/export').length, 1)
  assert.match(page.text, /Your data was downloaded/)
})

/** Fails if the section renders at once: late content above it moved the button away while it was being pressed. */
for (const call of ['GET /api/auth/account', 'GET /api/auth/factors']) {
  test(`the buttons wait until ${call} has rendered above them; a refusal does not hold them back`, async t => {
    const late = held(() => refusal('unavailable'))
    const page = await visit(t, '/dashboard', shop().on(call, late.answer))
    await page.until(() => page.control('ADD OR UPDATE PROFILE'))
    await settle()
    assert.doesNotMatch(page.text, /Download my data/)
    late.release()
    await page.until(() => page.control('Download my data'))
  })
}

/** Fails if the password is asked for before the visitor knows what is erased and what stays. */
test('the panel says what is erased and what stays; erasing ends the session', async t => {
  const net = shop().on(erase, nothing)
  const page = await erasing(t, net)
  assert.match(page.text, /What we delete.*What we keep, and why/s)
  await page.type('Your password', 'secret')
  page.one('dialog form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await page.until(() => page.at() === '/')
  assert.deepEqual(net.to(erase)[0]?.body, { password: 'secret' })
  assert.equal(window.localStorage.getItem('accessToken'), null)
  await page.until(() => /Your account is erased/.test(page.text))
})

test('an account without a password sends none; a refusal is shown and the session stays', async t => {
  const net = shop().on(erase, () => refusal('proof_missing'))
  const page = await erasing(t, net)
  page.one('dialog form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await page.until(() => /Refused: proof_missing/.test(page.text))
  assert.deepEqual(net.to(erase)[0]?.body, {})
  assert.equal(window.localStorage.getItem('accessToken'), tokenOf(ann))
  assert.equal(page.at(), '/dashboard?data=erase')
})
