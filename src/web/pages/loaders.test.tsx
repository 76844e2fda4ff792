import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Me } from '#contract/identity.ts'
import { held, json, lost, type Network, refusal } from '../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../tests/helpers/web/screen.ts'
import { ada, ann, as, asVisitor, order, tray } from '../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../api/query-client.ts'

const who = 'GET /api/auth/me'
const check = (me: Me) => `GET /api/admin/${me.email}`
const one = `GET /api/items/${tray._id}`
const item = `/items/${tray._id}`

interface LoaderInput {
  search?: string
  id?: string
}

/** The calls of a page's loader alone, without rendering the page. */
async function started(
  t: TestContext,
  page: string,
  net: Network,
  { search = '', id = '' }: LoaderInput = {},
): Promise<string[]> {
  t.onTestFinished(forgetAll)
  const { clientLoader } = await import(`./${page}.tsx`)
  clientLoader({ params: { id }, url: new URL(`http://shop.test/${search}`) })
  await settle()
  return net.asked.map(({ call }) => call)
}

async function forgetAll(): Promise<void> {
  window.localStorage.clear()
  await settle().finally(() => queryClient().clear())
}

for (const [page, asked, id] of [
  ['items', ['GET /api/items', 'GET /api/families'], ''],
  ['my-profile', [`GET /api/myProfile/${ann.email}`, 'GET /api/auth/account', 'GET /api/auth/factors'], ''],
  ['my-order', [`GET /api/myBooking/${ann.email}`, 'GET /api/myBag'], ''],
  ['payment', [`GET /api/booking/${order._id}`, 'GET /api/payment-options'], order._id],
] as const) {
  test(`the loader of ${page} starts the page’s queries once the user is known`, async t => {
    assert.deepEqual(await started(t, page, as(ann), { id }), [who, ...asked])
  })

  /** Fails if a loader ignores the missing token: the guard would redirect this visitor anyway. */
  test(`the loader of ${page} makes no calls for a visitor`, async t => {
    assert.deepEqual(await started(t, page, asVisitor(), { id }), [])
  })
}

for (const [page, asked] of [
  ['all-users', ['GET /api/users']],
  ['add-item', []],
  ['manage-items', ['GET /api/item']],
  ['manage-all-orders', ['GET /api/attention', 'GET /api/insights', 'GET /api/booking']],
] as const) {
  test(`the loader of ${page} starts the page’s queries for admins only`, async t => {
    assert.deepEqual(await started(t, page, as(ada)), [who, check(ada), ...asked])
    await forgetAll()
    assert.deepEqual(await started(t, page, as(ann)), [who, check(ann)])
    await forgetAll()
    assert.deepEqual(await started(t, page, asVisitor()), [])
  })
}

test('the items page starts its own search, because it parses the address', async t => {
  assert.deepEqual(await started(t, 'items', as(ann), { search: '?search=oak' }), [])
})

test('the home page starts both of its queries for everybody', async t => {
  assert.deepEqual(await started(t, 'home', asVisitor()), ['GET /api/items', 'GET /api/reviews'])
})

test('a session that fails to load is reported by the guard alone', async t => {
  holdClock(t)
  assert.deepEqual(await started(t, 'my-order', as(ann).on(who, lost)), [who])
  for (const pause of [1000, 2000]) await pass(pause)
})

test('the page does not repeat its loader’s queries', async t => {
  const page = await visit(t, '/team', as(ann))
  await page.go('/items')
  await page.until(() => page.words('.item-card h2').length === 1)
  assert.equal(page.net.to('GET /api/items').length, 1)
  await page.go('/')
  await page.until(() => page.words('.item-card h3').length === 1)
  assert.equal(page.net.to('GET /api/items').length, 2)
  assert.equal(page.net.to('GET /api/reviews').length, 1)
})

/** Fails if the role check happens only on the first admin page: all of them share one guard. */
test('another admin page repeats an old role check, and a demoted admin is sent away', async t => {
  holdClock(t)
  const left: string[] = []
  const replace = { configurable: true, value: (to: string) => left.push(to) }
  Object.defineProperty(window.location, 'replace', replace)
  const page = await visit(
    t,
    '/dashboard/manageItems',
    as(ada).on('GET /api/users', () => json([])),
  )
  await page.go('/dashboard/allUsers')
  assert.equal(page.net.to(check(ada)).length, 1)
  await pass(31_000)
  page.net.on(check(ada), () => json({ admin: false }))
  await page.go('/dashboard/addItem')
  await page.until(() => left.length > 0)
  assert.equal(page.net.to(check(ada)).length, 2)
  assert.equal(page.control('ADD ITEM'), undefined)
})

test('the bar shows that a page is loading, and the previous page stays until then', async t => {
  const slow = held(() => json(tray))
  const page = await visit(t, '/team', as(ann).on(one, slow.answer))
  const busy = () => page.one('.top-bar').dataset.busy
  assert.equal(busy(), 'false')
  const navigation = page.go(item)
  await page.until(() => busy() === 'true')
  assert.match(page.text, /The people who draw/)
  slow.release()
  await navigation
  await page.until(() => page.control('ORDER NOW'))
  assert.equal(busy(), 'false')
})

/** Fails if the page repeats the call that its loader was refused: two calls for nothing. */
test('the page does not repeat a refused loader call, but retries a failed one', async t => {
  const page = await visit(
    t,
    '/team',
    as(ann).on(one, () => refusal('not_found')),
  )
  await page.go(item)
  await page.until(() => /no longer on sale/.test(page.text))
  assert.equal(page.net.to(one).length, 1)
  queryClient().clear()
  page.net.on(one, lost, () => json(tray))
  await page.go('/team')
  await page.go(item)
  await page.until(() => page.control('ORDER NOW'))
  assert.equal(page.net.to(one).length, 3)
})

test('a refusal stays fresh for half a minute, then the page asks again', async t => {
  holdClock(t)
  const list = 'GET /api/items'
  const page = await visit(
    t,
    '/items?search=x',
    as(ann).on(list, () => refusal('too_many_requests')),
  )
  for (const [pause, calls] of [
    [0, 1],
    [31_000, 2],
  ] as const) {
    await page.go('/team')
    await pass(pause)
    await page.go('/items?search=x')
    assert.equal(page.net.to(list).length, calls)
  }
})
