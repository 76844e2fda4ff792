import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { ListedUser } from '#contract/users.ts'
import { held, json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, ann, as, bob } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const list = 'GET /api/users'
const demote = (email: string) => `DELETE /api/adminUser/${email}`

const listed = (me: typeof ann, more: Partial<ListedUser> = {}): ListedUser => ({
  _id: me.uid,
  email: me.email,
  role: null,
  name: me.email,
  verified: false,
  orders: 0,
  lastSeenAt: null,
  ...more,
})

const users = [
  listed(ada, { role: 'admin', verified: true }),
  listed(ann, { name: 'Ann Example', orders: 3, lastSeenAt: '2026-11-15T12:34:56.000Z' }),
  listed(bob, { role: 'admin', orders: 1 }),
]

/** Collects the addresses that a full page load leaves for. */
function leaving(): string[] {
  const left: string[] = []
  Object.defineProperty(window.location, 'assign', {
    configurable: true,
    value: (to: string) => left.push(to),
  })
  return left
}

async function allUsers(
  t: TestContext,
  net: Network = as(ada).on(list, () => json(users)),
  query = '',
): Promise<Visit> {
  const page = await visit(t, `/dashboard/allUsers${query}`, net)
  await page.until(() => page.control('Remove'))
  return page
}

test('each row shows the details below the email, and links to the user’s orders', async t => {
  const page = await allUsers(t)
  const [first, second, third] = page.words('tbody td:nth-child(2)')
  assert.equal(first, 'ada@example.comEmail confirmedNo ordersNot seen recently')
  assert.match(second ?? '', /^ann@example\.comAnn Example3 ordersLast seen Nov 15, 2026, /)
  assert.equal(third, 'bob@example.com1 orderNot seen recently')
  assert.equal(page.one('time').getAttribute('datetime'), '2026-11-15T12:34:56.000Z')
  assert.equal(
    page.control('3 orders')?.getAttribute('href'),
    '/dashboard/manageAllOrders?search=ann%40example.com',
  )
})

test('a search is in the address, is sent to the shop, and says when it matches nobody', async t => {
  const net = as(ada).on(list, ({ query }) => json(query.search === 'nobody' ? [] : users.slice(1, 2)))
  const page = await allUsers(t, net, '?search=ann')
  assert.deepEqual(net.to(list)[0]?.query, { limit: '20', search: 'ann' })
  assert.equal(net.to(list).length, 1, 'the loader and the page share one call')
  assert.equal(page.field('Search users').value, 'ann')
  assert.match(page.text, /1 user found/)
  await page.type('Search users', ' nobody ')
  page.one('search form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await page.until(() => page.at() === '/dashboard/allUsers?search=nobody')
  await page.until(() => /contains “nobody”/.test(page.text))
  await page.press('Show all users')
  assert.equal(page.at(), '/dashboard/allUsers')
  assert.equal(page.field('Search users').value, '')
})

test('demoting asks in a dialog with an address, and the list is fetched again', async t => {
  const net = as(ada)
    .on(list, () => json(users))
    .on(demote(bob.email), nothing)
  const page = await allUsers(t, net, '?search=o')
  page.all<HTMLAnchorElement>('tbody a').at(-1)?.click()
  await settle()
  assert.equal(page.at(), '/dashboard/allUsers?search=o&role=bob%40example.com')
  await page.press('Cancel')
  assert.equal(page.at(), '/dashboard/allUsers?search=o')
  assert.equal(net.to(demote(bob.email)).length, 0)
  await page.go('/dashboard/allUsers?search=o&role=bob%40example.com')
  const before = net.to(list).length
  await page.press('Remove role')
  await page.until(() => /bob@example\.com is no longer an admin/.test(page.text))
  assert.equal(page.at(), '/dashboard/allUsers?search=o')
  assert.deepEqual([net.to(demote(bob.email)).length, net.to(list).length > before], [1, true])
})

/** Fails if a late response closes the dialog about another user, or navigates back to an old address. */
test('a late response closes no dialog that was opened since', async t => {
  const slow = held(nothing)
  const net = as(ada)
    .on(list, () => json(users))
    .on(demote(bob.email), slow.answer)
  const page = await allUsers(t, net, `?role=${bob.email}`)
  await page.press('Remove role')
  await page.go(`/dashboard/allUsers?search=a&role=${ada.email}`)
  slow.release()
  await page.until(() => /bob@example\.com is no longer an admin/.test(page.text))
  await settle()
  assert.equal(page.at(), `/dashboard/allUsers?search=a&role=${ada.email}`)
  assert.match(page.text, /This is your own role/)
})

test('the last admin cannot be demoted, and the page says so', async t => {
  const net = as(ada)
    .on(list, () => json(users))
    .on(demote(bob.email), () => refusal('last_admin'))
  const page = await allUsers(t, net, `?role=${bob.email}`)
  await page.press('Remove role')
  await page.until(() => /Refused: last_admin/.test(page.text))
  assert.doesNotMatch(page.text, /no longer an admin/)
})

/** Fails if a refused admin is sent away anyway, or if the dialog covers the error. */
test('the last admin who tries to give up the role stays, and sees why inside the dialog', async t => {
  const left = leaving()
  const net = as(ada)
    .on(list, () => json(users))
    .on(demote(ada.email), () => refusal('last_admin'))
  const page = await allUsers(t, net, `?role=${ada.email}`)
  await page.press('Remove role')
  await page.until(() => page.words('dialog .toasts').includes('Refused: last_admin.'))
  assert.deepEqual([left, page.at()], [[], `/dashboard/allUsers?role=${ada.email}`])
})

/** Fails if the admin guard notices first: it signs out users who are not admins. */
test('an admin who gives up their own role stays signed in, and leaves with a full page load', async t => {
  const left = leaving()
  const net = as(ada)
    .on(list, () => json(users))
    .on(demote(ada.email), nothing)
  const page = await allUsers(t, net, `?role=${ada.email}`)
  assert.match(page.text, /This is your own role/)
  net.on(`GET /api/admin/${ada.email}`, () => json({ admin: false }))
  const before = net.to(list).length
  await page.press('Remove role')
  await page.until(() => left.length > 0)
  await settle()
  assert.deepEqual(left, ['/dashboard'])
  assert.equal(net.to(list).length, before, 'a demoted admin may not read the list')
  assert.deepEqual(net.to('POST /api/auth/sign-out'), [])
})
