import assert from 'node:assert/strict'
import { test } from 'vitest'
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
} from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const token = () => window.localStorage.getItem('accessToken')

const guarded = [
  '/items?search=oak&sort=price',
  '/dashboard',
  '/dashboard/myReview',
  '/dashboard/myOrder?a=b#c',
  `/dashboard/payment/${order._id}`,
  `/items/${order.itemId}`,
]
const admins = [
  '/dashboard/allUsers',
  '/dashboard/addItem',
  '/dashboard/manageItems',
  '/dashboard/manageAllOrders',
]

for (const path of [...guarded, ...admins]) {
  test(`a visitor of ${path} is sent to /login, and the full address is remembered`, async t => {
    const page = await visit(t, path, asVisitor())
    await page.until(() => page.at() === '/login')
    assert.deepEqual(page.state(), { from: path })
    assert.deepEqual(
      page.net.asked.filter(({ call }) => call !== 'GET /api/auth/options'),
      [],
    )
  })
}

/** Collects the addresses that a full page load leaves for. */
function leaving(): string[] {
  const left: string[] = []
  Object.defineProperty(window.location, 'replace', {
    configurable: true,
    value: (to: string) => left.push(to),
  })
  return left
}

for (const path of admins) {
  test(`a user on ${path} is signed out and sent to /login, and sees nothing of it`, async t => {
    const left = leaving()
    const page = await visit(t, path, as(ann))
    await page.until(() => left.length > 0)
    assert.deepEqual(left, ['/login#problem=not_admin'])
    assert.equal(token(), null)
    assert.equal(page.net.to('POST /api/auth/sign-out').length, 1)
    const asked = page.net.asked.map(({ call }) => call)
    for (const call of ['GET /api/users', 'GET /api/booking', 'GET /api/item'])
      assert.ok(!asked.includes(call), call)
  })
}

test('a loader shows while the admin check loads, and a failed check signs nobody out', async t => {
  const left = leaving()
  const check = held(() => refusal('too_many_requests'))
  const net = as(ann).on(`GET /api/admin/${ann.email}`, check.answer)
  const page = await visit(t, '/dashboard/allUsers', net)
  assert.doesNotMatch(page.text, /Try again/)
  check.release()
  await page.until(() => page.control('Try again'))
  assert.deepEqual([left, token()], [[], tokenOf(ann)])
})

/** Fails if the guarded pages outlive their user: the next one would send what the first had typed. */
test('another user sees nothing that the previous one typed', async t => {
  const page = await visit(t, '/dashboard/myReview', known(as(ann), ann, bob))
  // Switches back and forth as another tab would, with both users already cached.
  for (const [me, next] of [
    [ann, bob],
    [bob, ann],
    [ann, bob],
  ] as const) {
    await page.until(() => page.control('REVIEW SUBMIT'))
    assert.equal(page.field('Comment').value, '')
    await page.type('Comment', `Typed by ${me.displayName}`)
    window.localStorage.setItem('accessToken', tokenOf(next))
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    await settle()
  }
  assert.equal(page.field('Comment').value, '')
})

test('while the session is unknown, the dashboard shows a loading menu and none of its pages', async t => {
  const me = held(() => json(ann))
  const page = await visit(t, '/dashboard/myReview', as(ann).on('GET /api/auth/me', me.answer))
  assert.match(page.text, /Welcome to your Dashboard/)
  assert.equal(page.one('nav[aria-label="Dashboard"]').querySelector('a'), null)
  assert.doesNotMatch(page.text, /Welcome to your Review/)
  me.release()
  await page.until(() => /Welcome to your Review/.test(page.text))
})

test('a session that fails to load is retried in place', async t => {
  holdClock(t)
  const page = await visit(t, '/items', as(ann).on('GET /api/auth/me', lost))
  for (const pause of [1000, 2000]) await pass(pause)
  await page.until(() => page.control('Try again'))
  assert.deepEqual([page.at(), page.words('.item-card')], ['/items', []])
  page.net.on('GET /api/auth/me', () => json(ann))
  await page.press('Try again')
  await page.until(() => page.words('.item-card').length === 1)
})

for (const path of ['/login', '/signup']) {
  test(`a signed-in user is redirected away from ${path}`, async t => {
    const page = await visit(t, path, as(ada))
    await page.until(() => page.at() === '/')
  })
}
