import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible, overflowOf } from './accessible.ts'
import { pageErrorsOf } from './page-errors.ts'
import { allowErrors, expect, type Person, signIn, test } from './spec/fixtures.ts'
import { anOrder, goods } from './spec/test-data.ts'

/** 320 x 256 is the viewport of 1280 x 1024 at 400 % zoom. */
const narrow = [
  { width: 768, height: 800 },
  { width: 360, height: 800 },
  { width: 320, height: 256 },
]

/** Every page of the shop, with the role that may open it. */
const routes: { path: string; reader?: 'user' | 'admin' }[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/signup' },
  { path: '/team' },
  { path: '/portfolio' },
  { path: '/starRating' },
  { path: '/no/such/page' },
  { path: '/items', reader: 'user' },
  { path: `/items/${goods.tray}`, reader: 'user' },
  { path: '/dashboard', reader: 'user' },
  { path: '/dashboard/myReview', reader: 'user' },
  { path: '/dashboard/myOrder', reader: 'user' },
  { path: '/dashboard/payment/{id}', reader: 'user' },
  { path: '/dashboard/allUsers', reader: 'admin' },
  { path: '/dashboard/addItem', reader: 'admin' },
  { path: '/dashboard/manageItems', reader: 'admin' },
  { path: '/dashboard/manageAllOrders', reader: 'admin' },
]

/** Records every layout shift; `shiftsOf` reads them. */
function watchShifts(): void {
  const seen: string[] = []
  Reflect.set(window, 'shifts', seen)
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      // Ignores shifts below a thousandth, because the fallback font differs by a hair.
      if (Reflect.get(entry, 'hadRecentInput') || Reflect.get(entry, 'value') < 0.001) continue
      const sources: { node?: Element }[] = Reflect.get(entry, 'sources')
      const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(' | ')
      seen.push(`${Reflect.get(entry, 'value')} ${what}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Disables the cache until the session is detached, because late resources are what shifts a page. */
async function disableCache(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await tools.send('Page.enable')
  await tools.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watchShifts})()` })
  return tools
}

async function shiftsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  return page.evaluate(() => Reflect.get(window, 'shifts'))
}

/** Triggers the lazy loading of pictures and the video. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y)
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
    window.scrollTo(0, 0)
  })
}

for (const { path, reader } of routes) {
  test(`${path}: loads in silence, no violation at any width in either theme, no sideways scrolling, no shift`, async ({
    page,
    people,
    consoleErrors,
  }) => {
    const person: Person | undefined = reader === 'user' ? await people.join() : reader && people[reader]
    if (person) await signIn(page, person)
    const order = person && (await anOrder(people, person))
    const tools = await disableCache(page)
    const pageErrors = pageErrorsOf(page)
    const address = path.replace('{id}', order?._id ?? '')
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(new URL(page.url()).pathname).toBe(address)
    expect.soft(await shiftsOf(page), 'shifts on load').toEqual([])
    await tools.detach()
    await scrollThrough(page)

    for (const size of narrow) {
      await page.setViewportSize(size)
      expect.soft(await overflowOf(page), `sideways at ${size.width} x ${size.height}`).toBeLessThanOrEqual(0)
    }
    await expectAccessible(page)
    if (order) await person?.call('DELETE', `/myBooking/${order._id}`)
    // The not-found page responds with 404, which the browser logs.
    const missing = path === '/no/such/page'
    if (missing) allowErrors(consoleErrors, /status of 404/)
    expect(missing ? [] : pageErrors).toEqual([])
  })
}
