import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Me } from '#contract/identity.ts'
import { held, json, lost, refusal } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../../tests/helpers/web/screen.ts'
import {
  ada,
  ann,
  as,
  asVisitor,
  bob,
  known,
  order,
  tokenOf,
  tray,
} from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { forgetToken, readToken, storeToken } from '../../api/token.ts'

const token = () => window.localStorage.getItem('accessToken')
const mine = (me: Me) => `GET /api/myBooking/${me.email}`

/** Simulates another tab: the storage has changed already, and this tab receives the event. */
async function inAnotherTab(value: string | null, key: string | null = 'accessToken'): Promise<void> {
  if (value === null) window.localStorage.removeItem('accessToken')
  else window.localStorage.setItem('accessToken', value)
  window.dispatchEvent(new StorageEvent('storage', { key }))
  await settle()
}

/** The bar always has queries of the session; without a token they are disabled and empty. */
const knownQueries = () =>
  queryClient()
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => String(queryKey[0]))

test('the user is fetched once, and the bar shows Logout instead of LOGIN', async t => {
  const me = held(() => json(ann))
  const page = await visit(t, '/team', as(ann).on('GET /api/auth/me', me.answer))
  assert.equal(document.documentElement.dataset.session, 'loading')
  me.release()
  await page.until(() => page.control('Logout'))
  assert.equal(document.documentElement.dataset.session, undefined)
  assert.equal(page.control('LOGIN'), undefined)
  assert.deepEqual([page.words('.in-bar'), page.words('.in-menu')], [['ann'], ['Signed in as ann']])
  assert.equal(page.net.to('GET /api/auth/me').length, 1)
})

test('without a token the user is not fetched', async t => {
  const page = await visit(t, '/team', asVisitor())
  assert.ok(page.control('LOGIN'))
  assert.deepEqual(page.net.asked, [])
})

/** Fails if the cache outlives the session: the next person at this device would see Ann's orders. */
test('signing out goes home, informs the shop, and clears the token and all private data', async t => {
  const page = await visit(
    t,
    '/dashboard/myOrder',
    as(ann).on(mine(ann), () => json([order])),
  )
  await page.until(() => /Oak Desk Tray/.test(page.text))
  assert.ok(knownQueries().includes('bookings'))
  await page.press('Logout')
  await page.until(() => page.control('LOGIN'))
  assert.equal(page.at(), '/')
  assert.equal(token(), null)
  const [informed] = page.net.to('POST /api/auth/sign-out')
  assert.equal(informed?.headers.get('authorization'), `Bearer ${tokenOf(ann)}`)
  const privateQueries = () => knownQueries().filter(name => !['items', 'reviews'].includes(name))
  await page.until(() => privateQueries().length === 0)
})

/** Fails if every running query is canceled: the page would wait forever. */
test('public data that is still loading arrives after signing out', async t => {
  const lists = held(() => json([tray]))
  const page = await visit(t, '/team', as(ann).on('GET /api/items', lists.answer))
  await page.until(() => page.control('Logout'))
  await page.go('/')
  await inAnotherTab(null)
  lists.release()
  await page.until(() => /Oak Desk Tray/.test(page.text))
})

test('signing out works without a connection', async t => {
  const page = await visit(t, '/team', as(ann).on('POST /api/auth/sign-out', lost))
  await page.until(() => page.control('Logout'))
  await page.press('Logout')
  assert.equal(token(), null)
  assert.ok(page.control('LOGIN'))
})

/** Fails if the storage event is ignored. */
test('signing out in another tab signs this one out too', async t => {
  const page = await visit(
    t,
    '/dashboard/myOrder?x=1',
    as(ann).on(mine(ann), () => json([order])),
  )
  await page.until(() => /Oak Desk Tray/.test(page.text))
  await inAnotherTab(null)
  await page.until(() => page.at() === '/login')
  assert.doesNotMatch(page.text, /Oak Desk Tray/)
  assert.deepEqual(page.state(), { from: '/dashboard/myOrder?x=1' })
})

test('clearing the storage in another tab signs out; other changes there do not', async t => {
  const page = await visit(t, '/team', as(ann))
  await page.until(() => page.control('Logout'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  await settle()
  assert.ok(page.control('Logout'))
  await inAnotherTab(null, null)
  assert.ok(page.control('LOGIN'))
})

/** Fails if a private query is not keyed by its user. */
test('a user who signs in from another tab sees nothing of the previous one', async t => {
  const net = known(as(ann), ann, bob)
  const profile = (me: Me) => ({
    name: me.displayName,
    email: me.email,
    address: `${me.email} street`,
    education: '',
    linkedin: '',
    mobileNumber: '',
  })
  for (const me of [ann, bob]) {
    net.on(`GET /api/myProfile/${me.email}`, () => json(profile(me)))
    net.on(mine(me), () => json(me === ann ? [order] : []))
  }
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => /Oak Desk Tray/.test(page.text))
  await page.go('/dashboard')
  await page.until(() => /ann@example\.com street/.test(page.text))
  await inAnotherTab(tokenOf(bob))
  await page.until(() => /bob@example\.com street/.test(page.text))
  assert.doesNotMatch(page.text, /ann@example/)
  await page.go('/dashboard/myOrder')
  await page.until(() => /You have not ordered anything yet/.test(page.text))
  assert.equal(page.net.to('GET /api/auth/me').length, 2)
})

test('a user who signs in after an admin sees no admin menu', async t => {
  const net = known(as(ada), ada, bob)
  for (const me of [ada, bob])
    net.on(`GET /api/myProfile/${me.email}`, () => json({ ...me, name: me.displayName }))
  const page = await visit(t, '/dashboard', net)
  await page.until(() => page.control('All Users'))
  await inAnotherTab(tokenOf(bob))
  await page.until(() => /bob@example/.test(page.text))
  assert.equal(page.control('All Users'), undefined)
  assert.ok(page.control('My Orders'))
})

test('a token that the shop no longer knows leads to /login; an unreachable shop does not', async t => {
  holdClock(t)
  const net = as(ann)
    .on(mine(ann), () => json([]))
    .on('GET /api/auth/me', lost)
  const page: Visit = await visit(t, '/dashboard/myOrder', net)
  for (const pause of [1000, 2000]) await pass(pause)
  await page.until(() => page.control('Try again'))
  assert.deepEqual([page.at(), token()], ['/dashboard/myOrder', tokenOf(ann)])
  net.on('GET /api/auth/me', () => json(ann))
  await page.press('Try again')
  await page.until(() => /You have not ordered anything yet/.test(page.text))
  net.on(mine(ann), () => refusal('signed_out'))
  void queryClient().invalidateQueries()
  await page.until(() => page.at() === '/login')
  assert.equal(token(), null)
})

test('unused data stays cached for five minutes, and is refetched after half a minute', async t => {
  await visit(
    t,
    '/dashboard/myOrder',
    as(ann).on(mine(ann), () => json([order])),
  )
  const query = queryClient()
    .getQueryCache()
    .find({ queryKey: ['bookings', 'mine', ann.email] })
  assert.equal(query?.gcTime, 5 * 60_000)
  assert.equal(queryClient().getDefaultOptions().queries?.staleTime, 30_000)
  assert.equal(queryClient(), queryClient())
})

test('a refusal is final, a fault is retried twice, a change never', async t => {
  holdClock(t)
  const net = as(ann).on(mine(ann), () => refusal('internal'))
  await visit(t, '/dashboard/myOrder', net)
  for (const pause of [1000, 2000, 4000, 8000]) await pass(pause)
  assert.equal(net.to(mine(ann)).length, 3)
  net.on(mine(ann), () => refusal('too_many_requests'))
  void queryClient().invalidateQueries({ queryKey: ['bookings'] })
  for (const pause of [1000, 2000, 4000]) await pass(pause)
  assert.equal(net.to(mine(ann)).length, 4)
  assert.equal(queryClient().getDefaultOptions().mutations?.retry, false)
})

test('a token is stored under accessToken, and nothing else is stored', () => {
  storeToken('t1')
  assert.deepEqual({ ...window.localStorage }, { accessToken: 't1' })
  forgetToken('another')
  assert.equal(readToken(), 't1')
  forgetToken('t1')
  assert.equal(readToken(), null)
})

test('without storage a visitor is signed out', () => {
  const { localStorage } = window
  const off = () => {
    throw new Error('switched off')
  }
  Object.defineProperty(window, 'localStorage', { configurable: true, get: off })
  try {
    assert.equal(readToken(), null)
  } finally {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: localStorage })
  }
})
