import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { held, json, lost, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, asVisitor, known, tokenOf } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const { admin: _, ...user } = ann
const signIn = 'POST /api/auth/sign-in'
const enter = `PUT /api/users/${ann.email}`
const token = () => window.localStorage.getItem('accessToken')

const open = (): Network =>
  known(asVisitor(), ann)
    .on(signIn, () => json({ user }))
    .on('POST /api/auth/sign-up', () => json({ user }, 201))
    .on(enter, () => json({ token: tokenOf(ann) }))
    .on(`GET /api/myBooking/${ann.email}`, () => json([]))

async function login(t: TestContext, net = open(), path = '/login'): Promise<Visit> {
  const page = await visit(t, path, net)
  await page.until(() => page.control('Login', 'button'))
  return page
}

const account = { Email: ` ${ann.email} `, Password: ' pass word ' }

/** Fails if the password is trimmed, or if the remembered page loses its query. */
test('signing in sends the password as typed, stores the token, and returns to the remembered page', async t => {
  const page = await login(t, open(), '/items?search=oak&sort=price')
  await page.fill(account)
  page.button('Login').click()
  await page.until(() => page.control('Logout'))
  assert.deepEqual(page.net.to(signIn)[0]?.body, { email: ann.email, password: ' pass word ' })
  assert.deepEqual(page.net.to(enter)[0]?.body, { email: ann.email })
  assert.equal(token(), tokenOf(ann))
  await page.until(() => page.at() === '/items?search=oak&sort=price')
  const isAsked = () =>
    page.net.to('GET /api/items').some(({ query }) => query.search === 'oak' && query.sort === 'price')
  await page.until(isAsked)
})

test('without a remembered page it leads home, and a signed-in user is redirected at once', async t => {
  const page = await login(t)
  await page.fill(account)
  page.button('Login').click()
  await page.until(() => page.at() === '/')
  await settle()
  await page.go('/login')
  await page.until(() => page.at() === '/')
})

test('missing fields show the spec’s sentences', async t => {
  const page = await login(t)
  await page.press('Login')
  assert.deepEqual(
    [page.complaint('Email'), page.complaint('Password')],
    ['Email Address is required', 'Password must be required'],
  )
})

for (const [code, words] of [
  ['user_not_found', 'User not found'],
  ['wrong_password', 'Wrong password.Try again'],
  ['too_many_requests', 'Refused: too_many_requests.'],
] as const) {
  test(`a refused sign-in (${code}) says “${words}” and stores nothing`, async t => {
    const page = await login(
      t,
      open().on(signIn, () => refusal(code)),
    )
    await page.fill(account)
    await page.press('Login')
    assert.ok(page.words('form.grid [role=alert]').includes(words))
    assert.deepEqual([token(), page.net.to(enter).length, page.at()], [null, 0, '/login'])
  })
}

test('a loader shows while signing in, and the form is sent once', async t => {
  const slow = held(() => refusal('wrong_password'))
  const page = await login(t, open().on(signIn, slow.answer))
  await page.fill(account)
  page.button('Login').click()
  page.button('Login').click()
  await settle()
  const button = page.button('Login')
  assert.deepEqual([button.getAttribute('aria-disabled'), button.dataset.busy], ['true', 'true'])
  slow.release()
  await settle()
  assert.equal(page.net.to(signIn).length, 1)
})

test('signing up sends all three fields and goes home', async t => {
  const page = await visit(t, '/signup', open())
  await page.press('Signup')
  assert.deepEqual(
    ['Name', 'Email', 'Password'].map(label => page.complaint(label)),
    ['Name is required', 'Email Address is required', 'Password must be required'],
  )
  await page.fill({ Name: ' Ann ', ...account })
  page.button('Signup').click()
  await page.until(() => page.at() === '/')
  const sent = { name: 'Ann', email: ann.email, password: ' pass word ' }
  assert.deepEqual(page.net.to('POST /api/auth/sign-up')[0]?.body, sent)
  assert.equal(token(), tokenOf(ann))
})

test('a taken email shows its error under the field', async t => {
  const net = open().on('POST /api/auth/sign-up', () =>
    refusal('email_taken', { fields: { email: 'Taken.' } }),
  )
  const page = await visit(t, '/signup', net)
  await page.fill({ Name: 'Ann', ...account })
  await page.press('Signup')
  assert.equal(page.complaint('Email'), 'Taken.')
})

test('back from a provider, the proof is exchanged for a token once, and the fragment leaves the address', async t => {
  const fragment = new URLSearchParams({ proven: ann.email, next: '/dashboard/myOrder?a=b' })
  const page = await visit(t, `/login#${fragment}`, open())
  await page.until(() => page.at() === '/dashboard/myOrder?a=b')
  assert.equal(page.net.to(enter).length, 1)
  assert.equal(token(), tokenOf(ann))
})

/** Fails if `next` is trusted: browsers read //evil and /\evil as another host. */
for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
  test(`a provider’s return never redirects to ${next}`, async t => {
    const page = await visit(t, `/login#${new URLSearchParams({ proven: ann.email, next })}`, open())
    await page.until(() => token())
    await page.until(() => page.at() === '/')
  })
}

/** Anybody who can add a history entry can write its state. */
test('a remembered page outside the shop is ignored', async t => {
  const page = await visit(t, '/team', open())
  await page.go('/login', { from: '//evil.example/x' })
  await page.fill(account)
  page.button('Login').click()
  await page.until(() => page.at() === '/')
})

test('a proof that the shop refuses shows an error above the form', async t => {
  const net = open().on(enter, () => refusal('proof_missing', { detail: 'The sign-in has expired.' }))
  const page = await visit(t, `/login#${new URLSearchParams({ proven: ann.email })}`, net)
  await page.until(() => /The sign-in has expired/.test(page.text))
  assert.ok(page.control('Login', 'button'))
  assert.deepEqual([token(), page.at()], [null, '/login'])
})

for (const [problem, words] of [
  ['denied', /You canceled the sign-in/],
  ['unverified', /no verified email address/],
  ['odd_email', /letters that look like others/],
  ['no_email', /did not give us an email address/],
  ['not_admin', /for admins only, so you were signed out/],
  ['something new', /did not work/],
] as const) {
  test(`a sign-in that ended with ${problem} is explained, and the remembered page is kept`, async t => {
    const fragment = new URLSearchParams({ problem, next: '/dashboard/myOrder' })
    const page = await visit(t, `/login#${fragment}`, open())
    await page.until(() => words.test(page.text))
    assert.deepEqual([page.at(), page.state()], ['/login', { from: '/dashboard/myOrder' }])
    assert.equal(page.net.to(enter).length, 0)
  })
}

test('a provider receives the return address; a disabled provider is not offered', async t => {
  const left: string[] = []
  Object.defineProperty(window.location, 'assign', {
    configurable: true,
    value: (to: string) => left.push(to),
  })
  const net = open().on('GET /api/auth/options', () =>
    json({ google: true, github: false, demoAccounts: [] }),
  )
  const page = await login(t, net, '/items?search=oak')
  await page.press('Sign in with google')
  assert.deepEqual(left, [`/api/auth/google?${new URLSearchParams({ next: '/items?search=oak' })}`])
  assert.equal(page.control('Sign in with github'), undefined)
  assert.match(page.text, /Signing in with GitHub is not available here/)
})

test('a further provider has a button with its name below the two of the spec', async t => {
  const left: string[] = []
  Object.defineProperty(window.location, 'assign', {
    configurable: true,
    value: (to: string) => left.push(to),
  })
  const net = open().on('GET /api/auth/options', () =>
    json({ google: true, github: true, oidc: 'Harbour Login', demoAccounts: [] }),
  )
  const page = await login(t, net, '/items')
  assert.match(page.text, /Sign in with google.*Sign in with github.*Sign in with Harbour Login/s)
  await page.press('Sign in with Harbour Login')
  assert.deepEqual(left, [`/api/auth/oidc?${new URLSearchParams({ next: '/items' })}`])
})

test('a demo account fills in the form without signing in', async t => {
  const demoAccounts = [
    { label: 'User', email: 'user@example.com', password: 'p1' },
    { label: 'Admin', email: 'admin@example.com', password: 'p2' },
  ]
  const net = open().on('GET /api/auth/options', () => json({ google: true, github: true, demoAccounts }))
  const page = await login(t, net)
  assert.match(page.text, /Demo credentials/)
  await page.press('Use the account Admin')
  assert.deepEqual([page.field('Email').value, page.field('Password').value], ['admin@example.com', 'p2'])
  assert.equal(page.net.to(signIn).length, 0)
})

test('a live shop shows no demo box, and an unreachable shop says so', async t => {
  const page = await login(t, open().on(signIn, lost))
  assert.doesNotMatch(page.text, /Demo credentials/)
  await page.fill(account)
  await page.press('Login')
  assert.match(page.text, /We could not reach the shop/)
})
