import type { Page } from '@playwright/test'
import { asked, bearer, tokenOf } from './asked.ts'
import { expect, logIn, test } from './fixtures.ts'
import { anItem, goods, reveal, rowOf } from './shelf.ts'

test('§7 GET /items is used by the items page', async ({ page, user: _ }) => {
  const call = asked(page, 'GET', '/api/items')
  await page.goto('/items')
  expect((await (await call).response())?.status()).toBe(200)
})

test('§7 GET /items is used by the home preview, for the first 3', async ({ page }) => {
  await page.goto('/login')
  const call = asked(page, 'GET', '/api/items')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  expect(new URL((await call).url()).searchParams.get('limit')).toBe('3')
})

test('§7 GET /items/{id} is used by the item page', async ({ page, user: _ }) => {
  const call = asked(page, 'GET', `/api/items/${goods.tray}`)
  await page.goto(`/items/${goods.tray}`)
  expect((await (await call).response())?.status()).toBe(200)
})

test('§7 GET /reviews is used by the reviews carousel', async ({ page }) => {
  await page.goto('/login')
  const call = asked(page, 'GET', '/api/reviews')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  expect((await (await call).response())?.status()).toBe(200)
})

test('§7 DELETE /item/{id}: JSON content type, no body; then list refresh', async ({
  page,
  people,
  admin,
}) => {
  const item = await anItem(people, `Sent Spoon ${process.pid}`)
  await page.goto('/dashboard/manageItems')
  await reveal(page, item.name)
  await rowOf(page, item.name)
    .getByRole('button', { name: /^Remove/ })
    .click()
  const removal = asked(page, 'DELETE', `/api/item/${item._id}`)
  const refresh = asked(page, 'GET', '/api/items')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Item' }).click()
  const sent = await removal
  expect(sent.postData()).toBeNull()
  expect((await sent.allHeaders())['content-type']).toBe('application/json')
  expect(await bearer(sent)).toBe(tokenOf(admin))
  await refresh
})

for (const { method, path, button } of [
  { method: 'PUT', path: '/api/adminUser/', button: /^Admin/ },
  { method: 'DELETE', path: '/api/user/', button: /^Remove/ },
]) {
  test(`§7 ${method} ${path.slice(4)}{email}: empty body, JSON content type; then refetch`, async ({
    page,
    people,
    admin,
  }) => {
    const person = await people.join()
    await page.goto('/dashboard/allUsers')
    await reveal(page, person.email)
    const row = rowOf(page, person.email)
    await expect(row).toBeVisible()
    const change = asked(page, method, path + encodeURIComponent(person.email))
    const refetch = asked(page, 'GET', '/api/users')
    await row.getByRole('button', { name: button }).click()
    const sent = await change
    expect(sent.postData()).toBeNull()
    expect((await sent.allHeaders())['content-type']).toBe('application/json')
    expect(await bearer(sent)).toBe(tokenOf(admin))
    await refetch
  })
}

test('§7 GET /admin/{email}: runs when an e-mail is present', async ({ page, admin }) => {
  const call = asked(page, 'GET', `/api/admin/${encodeURIComponent(admin.email)}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Manage All Orders' })).toBeVisible()
  expect((await (await Promise.race([call, nothing(page)]))?.response())?.status()).toBe(200)
})

/** Gives up as soon as the page has nothing more to ask. */
const nothing = async (page: Page): Promise<undefined> => {
  await page.waitForLoadState('networkidle')
}

test('§7 GET /admin/{email}: does not run for a visitor', async ({ page }) => {
  const asks: string[] = []
  page.on('request', request => asks.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asks.filter(path => path.startsWith('/api/admin'))).toEqual([])
})

test('§7 PUT /users/{email}: JSON email, called after sign-in; token stored as accessToken, then redirect', async ({
  page,
  people,
}) => {
  await page.goto('/login')
  const call = asked(page, 'PUT', `/api/users/${encodeURIComponent(people.user.email)}`)
  await logIn(page, people.user)
  const sent = await call
  expect(sent.postDataJSON()).toEqual({ email: people.user.email })
  const answer: unknown = await (await sent.response())?.json()
  await expect(page).toHaveURL('/')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  expect(answer).toEqual({ token })
})

test('§7 PUT /users/{email}: called after a social sign-in too', async ({ page }) => {
  await page.goto('/login')
  const call = asked(page, 'PUT', /^\/api\/users\//)
  await page.getByRole('button', { name: 'Sign in with google' }).click()
  await page.locator('button[name="person"][value="ada"]').click()
  expect((await (await call).response())?.status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

for (const { call, path } of [
  { call: 'GET /booking', path: '/dashboard/manageAllOrders' },
  { call: 'GET /users', path: '/dashboard/allUsers' },
]) {
  test(`§7 ${call}: read by ${path} with the bearer token`, async ({ page, admin }) => {
    const sent = asked(page, 'GET', `/api${call.slice(4)}`)
    await page.goto(path)
    expect(await bearer(await sent)).toBe(tokenOf(admin))
  })
}

for (const { call, path } of [
  { call: 'GET /myBooking/{email}', path: '/dashboard/myOrder' },
  { call: 'GET /myProfile/{email}', path: '/dashboard' },
]) {
  test(`§7 ${call}: read by ${path} with the bearer token`, async ({ page, user }) => {
    const address = call.slice(4).replace('{email}', encodeURIComponent(user.email))
    const sent = asked(page, 'GET', `/api${address}`)
    await page.goto(path)
    expect(await bearer(await sent)).toBe(tokenOf(user))
  })
}
