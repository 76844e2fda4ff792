import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { json, lost, type RecordedCall } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { keptAnswers } from '../../api/kept-answers.ts'
import { queryClient } from '../../api/query-client.ts'
import { upload } from '../../api/upload.ts'
import { keptSince } from './kept-since.ts'

const mine = `GET /api/myBooking/${ann.email}`

const said = (page: Visit) => page.words('.offline').join()

/** An answer as the service worker gives it. */
const kept = (body: unknown, since: Date) => json(body, 200, { 'x-kept-since': String(since.getTime()) })

/** Cuts the connection until the end of the test, or until the returned function restores it. */
function cut(t: TestContext): () => void {
  Object.defineProperty(window.navigator, 'onLine', { configurable: true, value: false })
  window.dispatchEvent(new Event('offline'))
  const restore = () => {
    Reflect.deleteProperty(window.navigator, 'onLine')
    window.dispatchEvent(new Event('online'))
  }
  t.onTestFinished(restore)
  return restore
}

async function myOrders(t: TestContext, answer: (asked: RecordedCall) => Response): Promise<Visit> {
  const page = await visit(t, '/dashboard/myOrder', as(ann).on(mine, answer))
  await page.until(() => /Oak Desk Tray/.test(page.text))
  return page
}

/** Fails if unchanged data counts as kept for ever, because the query keeps its first objects. */
test('a page from kept answers says how old it is, until the shop itself answers', async t => {
  const yesterday = new Date(Date.now() - 86_400_000)
  yesterday.setHours(4, 8)
  let isReachable = false
  const page = await myOrders(t, () => (isReachable ? json([order]) : kept([order], yesterday)))
  await page.until(() => said(page))
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  const day = `${months[yesterday.getMonth()]} ${yesterday.getDate()}`
  assert.equal(said(page), `You are offline. This page is as of ${day}, 4:08 AM.`)
  isReachable = true
  await queryClient().refetchQueries({ type: 'active' })
  await page.until(() => !said(page))
  isReachable = false
  await queryClient().refetchQueries({ type: 'active' })
  await page.until(() => said(page))
})

/** Fails if a part of every page counts: a page that the shop has just sent would be called old. */
test('a kept bag says nothing about the page', async t => {
  const net = as(ann)
    .on(mine, () => json([order]))
    .on('GET /api/myBag', () => kept([order], new Date(Date.now() - 86_400_000)))
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => /Oak Desk Tray/.test(page.text))
  await page.until(() => net.to('GET /api/myBag').length > 0)
  await settle()
  assert.equal(said(page), '')
})

/** Fails if the newest part counts: what is below it may be weeks older. */
test('of several kept answers the oldest counts', () => {
  const [older, newer] = [{ rows: [] }, { rows: [] }]
  keptAnswers.set(older, 1000)
  keptAnswers.set(newer, 2000)
  assert.equal(keptSince({ pages: [newer, older] }), 1000)
  assert.equal(keptSince([newer, {}]), 2000)
  assert.equal(keptSince({ pages: [{}] }), undefined)
})

test('a browser that is online asks again for what was kept, less and less often', async t => {
  let isReachable = true
  const page = await myOrders(t, () => (isReachable ? json([order]) : kept([order], new Date())))
  holdClock(t)
  isReachable = false
  await queryClient().refetchQueries({ type: 'active' })
  const first = page.net.to(mine).length
  const askedAgain: number[] = []
  for (const pause of [1000, 1000, 1000, 4000]) {
    await pass(pause)
    askedAgain.push(page.net.to(mine).length - first)
  }
  assert.deepEqual(askedAgain, [1, 1, 2, 3])
  assert.ok(said(page))
  isReachable = true
  await pass(8000)
  assert.equal(said(page), '')
  await pass(600_000)
  assert.equal(page.net.to(mine).length - first, 4)
})

test('while there is no connection the page says so, and since when it is as it is', async t => {
  const page = await myOrders(t, () => json([order]))
  assert.equal(said(page), '')
  const restore = cut(t)
  await settle()
  assert.match(said(page), /^You are offline\. This page is as of \d+:\d\d [AP]M\.$/)
  restore()
  await page.until(() => !said(page))
})

/** In 6ceb9a3 the removal waits, and is sent when the connection is back. */
test('a change without a connection is refused at once and not sent later', async t => {
  const page = await myOrders(t, () => json([order]))
  const restore = cut(t)
  await page.press('Remove the order of Oak Desk Tray')
  await page.press('Remove Item')
  await page.until(() => /You are offline\. Nothing was sent\./.test(page.text))
  await assert.rejects(
    upload({ method: 'POST', path: '/images', upload: 'image' } as never, new File([], 'x'), () => undefined),
    /Nothing was sent/,
  )
  restore()
  await settle()
  assert.deepEqual(
    page.net.asked.filter(({ call }) => !call.startsWith('GET')),
    [],
  )
})

/** In 6ceb9a3 a query waits for the connection, and the page shows nothing meanwhile. */
test('a list without a connection fails at once and loads when there is one', async t => {
  const restore = cut(t)
  const net = as(ann).on(mine, lost)
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => /check your connection/.test(page.text))
  assert.equal(net.to(mine).length, 1, 'not retried')
  net.on(mine, () => json([order]))
  restore()
  await page.until(() => /Oak Desk Tray/.test(page.text))
})
