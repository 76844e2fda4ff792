import type { Page } from '@playwright/test'
import { expect, navigateTo, type Person, test } from './fixtures.ts'
import { bearer, nextRequest, tokenOf } from './requests.ts'

test('§7 GET /items and GET /reviews are used by the home page', async ({ page }) => {
  await page.goto('/login')
  const items = nextRequest(page, 'GET', '/api/items')
  const reviews = nextRequest(page, 'GET', '/api/reviews')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await test.step('§7 GET /items is used by the home preview, for the first 3', async () => {
    expect(new URL((await items).url()).searchParams.get('limit')).toBe('3')
  })
  await test.step('§7 GET /reviews is used by the reviews carousel', async () => {
    expect((await (await reviews).response())?.status()).toBe(200)
  })
})

test('§7 GET /admin/{email}: runs when an email is present', async ({ page, admin }) => {
  const call = nextRequest(page, 'GET', `/api/admin/${encodeURIComponent(admin.email)}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Manage All Orders' })).toBeVisible()
  expect((await (await Promise.race([call, networkIdle(page)]))?.response())?.status()).toBe(200)
})

/** Gives up when the network is idle. */
const networkIdle = async (page: Page): Promise<undefined> => {
  await page.waitForLoadState('networkidle')
}

test('§7 GET /admin/{email}: does not run for a visitor', async ({ page }) => {
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requests.filter(path => path.startsWith('/api/admin'))).toEqual([])
})

/** Opens the pages in turn; each makes its call with the token. */
async function readsWithToken(page: Page, person: Person, pages: { call: string; path: string }[]) {
  for (const { call, path } of pages) {
    await test.step(`§7 ${call}: read by ${path} with the bearer token`, async () => {
      const address = call.slice(4).replace('{email}', encodeURIComponent(person.email))
      const sent = nextRequest(page, 'GET', `/api${address}`)
      await (page.url().includes('/dashboard') ? navigateTo(page, path) : page.goto(path))
      expect(await bearer(await sent)).toBe(tokenOf(person))
    })
  }
}

test('§7 The lists of an admin are read with the bearer token', ({ page, admin }) =>
  readsWithToken(page, admin, [
    { call: 'GET /booking', path: '/dashboard/manageAllOrders' },
    { call: 'GET /users', path: '/dashboard/allUsers' },
  ]))

test('§7 The own pages of a user are read with the bearer token', ({ page, user }) =>
  readsWithToken(page, user, [
    { call: 'GET /myBooking/{email}', path: '/dashboard/myOrder' },
    { call: 'GET /myProfile/{email}', path: '/dashboard' },
  ]))
