import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as, asVisitor, tokenOf } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const forgot = 'POST /api/auth/forgot'
const reset = 'POST /api/auth/reset'
const token = 'x'.repeat(43)
const accepted = () => new Response(null, { status: 202 })
const done = () => new Response(null, { status: 204 })

test('the link on /login opens a dialog that requests an email, and closing it leads back', async t => {
  const page = await visit(t, '/login', asVisitor().on(forgot, accepted))
  await page.press('Forgot your password?')
  assert.equal(page.at(), '/login?forgot=password')
  const field = page.one<HTMLInputElement>('dialog[open] input[name=email]')
  const form = page.one<HTMLFormElement>('dialog[open] form')
  field.value = ' Ann@Example.com '
  form.requestSubmit()
  await page.until(() => /we have sent a link to it/.test(page.text))
  assert.deepEqual(page.net.to(forgot)[0]?.body, { email: 'ann@example.com' })
  await page.press('Back to login')
  await page.until(() => page.at() === '/login')
})

test('the dialog takes over the email that was typed', async t => {
  const page = await visit(t, '/login', asVisitor())
  const email = () => page.one<HTMLInputElement>('dialog[open] input[name=email]').value
  await page.type('Email', 'ann@example.com')
  await page.press('Forgot your password?')
  assert.equal(email(), 'ann@example.com')
})

test('a shop without email says so in the dialog', async t => {
  const net = asVisitor().on(forgot, () => refusal('feature_off', { detail: 'No emails here.' }))
  const page = await visit(t, '/login?forgot=password', net)
  page.one<HTMLInputElement>('dialog[open] input[name=email]').value = 'ann@example.com'
  page.one<HTMLFormElement>('dialog[open] form').requestSubmit()
  await page.until(() => /No emails here/.test(page.text))
})

test('the link in an email sets a new password, then leads to the login', async t => {
  const page = await visit(t, `/login?reset=${token}`, asVisitor().on(reset, done))
  await page.type('New password', 'nine blue teapots')
  await page.press('Change password')
  assert.deepEqual(page.net.to(reset)[0]?.body, { token, password: 'nine blue teapots' })
  await page.until(() => page.at() === '/login')
  assert.match(page.text, /Your password is changed/)
})

/** Fails if the guard of /login redirects a signed-in user before they set a password. */
test('a signed-in user can reset the password too, and is signed out', async t => {
  const page = await visit(t, `/login?reset=${token}`, as(ann).on(reset, done))
  assert.equal(window.localStorage.getItem('accessToken'), tokenOf(ann))
  await page.type('New password', 'nine blue teapots')
  await page.press('Change password')
  await page.until(() => page.at() === '/login')
  assert.equal(window.localStorage.getItem('accessToken'), null)
})

test('a used or expired link says so, and leads to a new one', async t => {
  const page = await visit(
    t,
    `/login?reset=${token}`,
    asVisitor().on(reset, () => refusal('link_used_or_old')),
  )
  await page.type('New password', 'nine blue teapots')
  await page.press('Change password')
  assert.match(page.text, /Refused: link_used_or_old/)
  await page.press('Get a new one')
  assert.equal(page.at(), '/login?forgot=password')
  assert.ok(page.control('Send me a link'))
})

const signUp = (): Network =>
  asVisitor().on('POST /api/auth/sign-up', () =>
    refusal('bad_input', { fields: { password: 'Choose another one.' } }),
  )

test('the strength of a password is announced while typing, and weak ones are accepted', async t => {
  const page = await visit(t, '/signup', signUp())
  assert.equal(page.all('meter').length, 0)
  for (const [password, words, level] of [
    ['12345', /Easy to guess/, 1],
    ['small-goods', /Fair/, 2],
    ['nine blue teapots on a wall', /Strong/, 3],
    ['x', /Easy to guess/, 1],
  ] as const) {
    await page.type('Password', password)
    assert.match(page.text, words)
    assert.equal(page.one<HTMLMeterElement>('meter').getAttribute('value'), String(level))
  }
  await page.fill({ Name: 'Ann', Email: 'ann@example.com' })
  await page.press('Signup')
  assert.equal(page.net.to('POST /api/auth/sign-up').length, 1)
  assert.equal(page.complaint('Password'), 'Choose another one.')
})

test('the login shows no strength meter', async t => {
  const page = await visit(
    t,
    '/login',
    asVisitor().on('GET /api/auth/options', () => json({ demoAccounts: [] })),
  )
  await page.type('Password', '12345')
  assert.equal(page.all('meter').length, 0)
})
