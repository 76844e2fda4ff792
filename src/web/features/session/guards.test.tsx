import assert from 'node:assert/strict'
import { test } from 'node:test'
import { held, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as, asVisitor, order, tokenOf } from '../../../../tests/helpers/web/shelf.ts'
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
  test(`a visitor of ${path} is sent to /login, and the whole address is remembered`, async t => {
    const page = await visit(t, path, asVisitor())
    await page.until(() => page.at() === '/login')
    assert.deepEqual(page.state(), { from: path })
    assert.deepEqual(
      page.net.asked.filter(({ call }) => call !== 'GET /api/auth/options'),
      [],
    )
  })
}

/** Leaves as a browser would: the addresses that load a new page. */
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
    for (const call of ['GET /api/users', 'GET /api/booking', 'GET /api/items'])
      assert.ok(!asked.includes(call), call)
  })
}

test('while the admin check loads there is a loader, and an error of it signs nobody out', async t => {
  const left = leaving()
  const check = held(() => refusal('too_many_requests'))
  const net = as(ann).on(`GET /api/admin/${ann.email}`, check.answer)
  const page = await visit(t, '/dashboard/allUsers', net)
  assert.doesNotMatch(page.text, /Try again/)
  check.release()
  await page.until(() => page.control('Try again'))
  assert.deepEqual([left, token()], [[], tokenOf(ann)])
})
