import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { OwnSession } from '#contract/account.ts'
import { json, lost, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const profile = { name: 'ann', email: ann.email, address: '', education: '', linkedin: '', mobileNumber: '' }
const facts = { emailVerified: true, hasPassword: true, hasMail: true }
const { admin: _, ...user } = ann

const own = (given: Partial<typeof facts> = {}): Network =>
  as(ann)
    .on(`GET /api/myProfile/${ann.email}`, () => json(profile))
    .on('GET /api/auth/account', () => json({ ...facts, ...given }))

const open = async (t: TestContext, net: Network, query = ''): Promise<Visit> => {
  const page = await visit(t, `/dashboard${query}`, net)
  await page.until(() => page.control('Change password'))
  return page
}

const session = (n: number, more: Partial<OwnSession> = {}): OwnSession => ({
  id: `session-${n}`,
  current: false,
  createdAt: '2026-11-15T09:30:00.000Z',
  lastUsedAt: '2026-11-16T09:30:00.000Z',
  browser: `Firefox on Linux ${n}`,
  address: '198.51.100.7',
  ...more,
})

const list = 'GET /api/auth/sessions'

test('sessions are listed in a panel with its own address; the current session cannot be ended there', async t => {
  const net = own().on(list, () => json([session(1, { current: true }), session(2, { browser: null })]))
  const page = await open(t, net)
  await page.press('Where you are signed in')
  assert.equal(page.at(), '/dashboard?account=sessions')
  await page.until(() => /Firefox on Linux 1 This browser/.test(page.text))
  assert.equal(page.all('dialog[open] li').length, 2)
  assert.equal(page.all('dialog[open] li button').length, 1)
  assert.match(page.text, /A browser/)
  await page.press('Close')
  await page.until(() => page.at() === '/dashboard')
})

test('ending one session or all others updates the list', async t => {
  let rows = [session(1, { current: true }), session(2), session(3)]
  const net = own()
    .on(list, () => json(rows))
    .on('DELETE /api/auth/sessions/session-2', () => {
      rows = rows.filter(({ id }) => id !== 'session-2')
      return nothing()
    })
    .on('DELETE /api/auth/sessions', () => {
      rows = rows.filter(({ current }) => current)
      return nothing()
    })
  const page = await open(t, net, '?account=sessions')
  await page.until(() => page.all('dialog[open] li').length === 3)
  await page.press('Sign out')
  await page.until(() => page.all('dialog[open] li').length === 2)
  assert.match(page.text, /This session has ended/)
  await page.press('Sign out everywhere else')
  await page.until(() => page.all('dialog[open] li').length === 1)
  assert.equal(page.control('Sign out everywhere else'), undefined)
})

test('a list that fails to load can be retried', async t => {
  const net = own().on(
    list,
    () => refusal('forbidden'),
    () => json([session(1, { current: true })]),
  )
  const page = await open(t, net, '?account=sessions')
  await page.until(() => page.control('Try again'))
  await page.press('Try again')
  await page.until(() => /This browser/.test(page.text))
})

test('changing the password needs the current one, and errors show under their field', async t => {
  const wrong = { fields: { current: 'Not it.' } }
  const net = own().on('PUT /api/auth/password', () => refusal('wrong_password', wrong), nothing)
  const page = await open(t, net, '?account=password')
  await page.until(() => page.field('Current password'))
  const send = () => page.one<HTMLFormElement>('dialog[open] form').requestSubmit()
  await page.fill({ 'Current password': 'old', 'New password': 'nine blue teapots' })
  send()
  await page.until(() => page.complaint('Current password') === 'Not it.')
  send()
  await page.until(() => page.at() === '/dashboard')
  assert.deepEqual(page.net.to('PUT /api/auth/password')[1]?.body, {
    current: 'old',
    password: 'nine blue teapots',
  })
  assert.match(page.text, /you are signed out everywhere else/)
})

test('an account without a password gets a link by email', async t => {
  const net = own({ hasPassword: false }).on(
    'POST /api/auth/forgot',
    () => new Response(null, { status: 202 }),
  )
  const page = await open(t, net, '?account=password')
  await page.until(() => page.control('Send me a link'))
  await page.press('Send me a link')
  assert.deepEqual(page.net.to('POST /api/auth/forgot')[0]?.body, { email: ann.email })
  assert.match(page.text, /An email is on its way/)
})

test('a new name shows in the top bar at once, and the profile is fetched again', async t => {
  const net = own().on('PUT /api/auth/name', () => json({ ...user, displayName: 'Ann Lark' }))
  const page = await open(t, net, '?account=name')
  await page.until(() => page.field('Name'))
  const before = net.to(`GET /api/myProfile/${ann.email}`).length
  await page.type('Name', ' Ann Lark ')
  await page.press('Save name')
  assert.deepEqual(page.net.to('PUT /api/auth/name')[0]?.body, { name: 'Ann Lark' })
  await page.until(() => page.words('.in-bar').includes('Ann Lark'))
  assert.equal(net.to(`GET /api/myProfile/${ann.email}`).length, before + 1)
})

const banner = /Confirm that ann@example.com is yours/

test('the banner asks to confirm the email until it is dismissed for the visit', async t => {
  const net = own({ emailVerified: false }).on('POST /api/auth/verify/send', nothing)
  const page = await open(t, net)
  await page.until(() => banner.test(page.text))
  assert.match(page.text, /Email not confirmed/)
  await page.press('Send me the link')
  assert.equal(net.to('POST /api/auth/verify/send').length, 1)
  assert.match(page.text, /An email is on its way/)
  await page.press('Not now')
  assert.doesNotMatch(page.text, banner)
  await page.go('/')
  await page.go('/dashboard')
  await page.until(() => page.control('Change password'))
  assert.doesNotMatch(page.text, banner)
  window.sessionStorage.clear()
})

test('the banner is absent when the email is confirmed or the shop sends no email', async t => {
  const page = await open(t, own({ emailVerified: false, hasMail: false }))
  assert.doesNotMatch(page.text, banner)
})

const token = 'x'.repeat(43)

test('the link in an email confirms the email address only after the button is pressed', async t => {
  const net = as(ann)
    .on(`GET /api/myProfile/${ann.email}`, () => json(profile))
    .on(
      'GET /api/auth/account',
      () => json({ ...facts, emailVerified: false }),
      () => json(facts),
    )
    .on('POST /api/auth/verify', nothing)
  const page = await visit(t, `/dashboard?verify=${token}`, net)
  await page.until(() => page.control('Yes, it’s mine'))
  assert.equal(net.to('POST /api/auth/verify').length, 0)
  await page.press('Yes, it’s mine')
  assert.deepEqual(net.to('POST /api/auth/verify')[0]?.body, { token })
  await page.until(() => page.at() === '/dashboard')
  await page.until(() => /Email confirmed/.test(page.text))
  assert.doesNotMatch(page.text, banner)
  // A confirmed admin has more rights, and may add a first factor.
  for (const asked of ['GET /api/auth/me', 'GET /api/auth/factors'])
    await page.until(() => net.to(asked).length > 1)
})

test('an expired link says so; a failed connection can be retried', async t => {
  const net = own().on('POST /api/auth/verify', () => refusal('link_used_or_old'))
  const page = await visit(t, `/dashboard?verify=${token}`, net)
  await page.until(() => page.control('Yes, it’s mine'))
  await page.press('Yes, it’s mine')
  await page.until(() => /Refused: link_used_or_old/.test(page.text))
  net.on('POST /api/auth/verify', lost)
})
