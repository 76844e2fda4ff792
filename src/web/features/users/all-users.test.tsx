import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { ListedUser } from '#contract/users.ts'
import { held, json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, ann, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const list = 'GET /api/users'
const users: ListedUser[] = [
  {
    _id: ada.uid,
    email: ada.email,
    role: 'admin',
    name: 'Ada Example',
    verified: true,
    orders: 0,
    lastSeenAt: null,
  },
  {
    _id: ann.uid,
    email: ann.email,
    role: null,
    name: 'Ann Example',
    verified: false,
    orders: 3,
    lastSeenAt: '2026-11-15T12:34:56.000Z',
  },
]

async function allUsers(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, '/dashboard/allUsers', net)
  await page.until(() => page.words('tbody tr').length > 0)
  return page
}

test('an admin is labelled, a user can be promoted, and everybody can be removed', async t => {
  const page = await allUsers(
    t,
    as(ada).on(list, () => json(users)),
  )
  assert.deepEqual(page.words('th'), ['SN', 'User', 'Admin User', 'Remove User'])
  assert.deepEqual(page.words('tbody td:nth-child(3)'), ['Already have been AdminRemove admin role', 'Admin'])
  assert.deepEqual(page.words('tbody td:nth-child(4)'), ['Remove', 'Remove'])
  assert.deepEqual(net(page)?.query, { limit: '20' })
})

const net = (page: Visit) => page.net.to(list)[0]

test('one press promotes a user, once and without asking, and the list is fetched again', async t => {
  const promote = `PUT /api/adminUser/${ann.email}`
  const slow = held(() => json({ ...users[1], role: 'admin' }))
  const now = users.map(user => ({ ...user, role: 'admin' }))
  const page = await allUsers(
    t,
    as(ada)
      .on(
        list,
        () => json(users),
        () => json(now),
      )
      .on(promote, slow.answer),
  )
  page.button('Admin').click()
  page.button('Admin').click()
  await settle()
  assert.equal(page.button('Admin').getAttribute('aria-disabled'), 'true')
  slow.release()
  await page.until(() => page.words('tbody td:nth-child(3)')[1]?.startsWith('Already have been Admin'))
  assert.equal(page.net.to(promote).length, 1)
  assert.equal(page.net.to(promote)[0]?.body, undefined)
  assert.equal(page.net.to(promote)[0]?.headers.get('content-type'), 'application/json')
  assert.match(page.text, /ann@example\.com is now an admin/)
})

test('a refusal is shown, and the list is fetched again', async t => {
  const remove = `DELETE /api/user/${ada.email}`
  const page = await allUsers(
    t,
    as(ada)
      .on(list, () => json(users))
      .on(remove, () => refusal('last_admin')),
  )
  await page.press('Remove')
  assert.match(page.text, /Refused: last_admin/)
  assert.doesNotMatch(page.text, /was removed/)
  assert.equal(page.net.to(list).length, 2)
  assert.equal(page.at(), '/dashboard/allUsers')
})

test('a removed user disappears', async t => {
  const remove = `DELETE /api/user/${ann.email}`
  const page = await allUsers(
    t,
    as(ada)
      .on(
        list,
        () => json(users),
        () => json(users.slice(0, 1)),
      )
      .on(remove, nothing),
  )
  page.all<HTMLButtonElement>('tbody tr:nth-child(2) button').at(-1)?.click()
  await page.until(() => page.words('tbody tr').length === 1)
  assert.match(page.text, /ann@example\.com was removed/)
  assert.equal(page.net.to(remove).length, 1)
})

test('Undo in the toast brings a removed user back, or says why not', async t => {
  const back = `PUT /api/user/${ann.email}/removed`
  const detail = 'It is too late to restore this user.'
  const page = await allUsers(
    t,
    as(ada)
      .on(
        list,
        () => json(users),
        () => json(users.slice(0, 1)),
        () => json(users),
      )
      .on(`DELETE /api/user/${ann.email}`, nothing)
      .on(
        back,
        () => json(users[1]),
        () => refusal('too_late', { detail }),
      ),
  )
  const removeAnn = () => page.all<HTMLButtonElement>('tbody tr:nth-child(2) button').at(-1)?.click()
  removeAnn()
  await page.until(() => page.control('Undo'))
  await page.press('Undo')
  await page.until(() => page.words('tbody tr').length === 2)
  assert.deepEqual(page.net.to(back)[0]?.body, { removed: false })
  assert.match(page.text, /ann@example\.com is restored/)
  removeAnn()
  await page.until(() => page.control('Undo'))
  await page.press('Undo')
  await page.until(() => page.text.includes(detail))
})

test('an admin who tries to remove themselves is told why not, and stays', async t => {
  const sentence = 'This is your own account. Another admin can remove it for you.'
  const page = await allUsers(
    t,
    as(ada)
      .on(list, () => json(users))
      .on(`DELETE /api/user/${ada.email}`, () => refusal('own_account', { detail: sentence })),
  )
  await page.press('Remove')
  await page.until(() => page.text.includes(sentence))
  assert.equal(page.at(), '/dashboard/allUsers')
  assert.notEqual(window.localStorage.getItem('accessToken'), null)
})
