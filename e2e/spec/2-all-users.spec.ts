import type { Page } from '@playwright/test'
import { demoAdmin, expect, type Person, test } from './fixtures.ts'
import { bearer, nextRequest, tokenOf } from './requests.ts'
import { columnHeadings, delayResponses, loadUntilVisible, rowOf } from './test-data.ts'

const path = '/dashboard/allUsers'

test("§2 All Users: heading 'Welcome to your Order'", async ({ sharedPage }) => {
  const heading = (await sharedPage(path, 'admin')).getByRole('heading', {
    level: 2,
    name: 'Welcome to your Order',
  })
  await expect(heading).toBeVisible()
})

test('§2 All Users: table columns SN, User, Admin User, Remove User', async ({ sharedPage }) => {
  const page = await sharedPage(path, 'admin')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await columnHeadings(page)).toEqual(['SN', 'User', 'Admin User', 'Remove User'])
})

test('§2 All Users: SN counts from 1', async ({ sharedPage }) => {
  const page = await sharedPage(path, 'admin')
  const rows = page.getByRole('row')
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1')
  await expect(rows.nth(2).getByRole('cell').first()).toHaveText('2')
})

test("§2 All Users: a user with a role value shows 'Already have been Admin'", async ({ sharedPage }) => {
  const row = rowOf(await sharedPage(`${path}?search=${demoAdmin.email}`, 'admin'), demoAdmin.email)
  await expect(row).toContainText('Already have been Admin')
  await expect(row.getByRole('button', { name: /^Admin/ })).toHaveCount(0)
})

test("§2 All Users: every row has a 'Remove' button", async ({ sharedPage }) => {
  const page = await sharedPage(path, 'admin')
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) {
    await expect(row.getByRole('button', { name: /^Remove/ })).toBeVisible()
  }
})

test('§2 All Users: Admin makes an admin, and Remove removes', async ({ page, people, admin }) => {
  const person = await people.join()
  const isAdmin = async () => (await person.call('GET', `/admin/${person.email}`)).json()
  const release = await delayResponses(page, /\/api\/users(\?|$)/)
  await page.goto(path)
  await test.step('§2 All Users: a centred spinner while loading', async () => {
    // Limited to the page's section, because the guard before it has a spinner too.
    const section = page.getByRole('region', { name: 'Welcome to your Order' })
    const spinner = section.locator('.spinner')
    await expect(spinner).toBeVisible()
    const [dot, room] = await Promise.all([spinner.boundingBox(), section.boundingBox()])
    const middle = (box: typeof dot) => (box ? box.x + box.width / 2 : Number.NaN)
    expect(Math.abs(middle(dot) - middle(room))).toBeLessThan(2)
  })
  release()
  await loadUntilVisible(page, person.email)
  const row = rowOf(page, person.email)
  await test.step('§2 All Users: User is the email', async () => {
    await expect(row.getByRole('cell').nth(1)).toContainText(person.email)
  })
  await test.step("§2 All Users: otherwise an 'Admin' button", async () => {
    await expect(row.getByRole('button', { name: /^Admin/ })).toBeVisible()
    await expect(row).not.toContainText('Already have been Admin')
  })
  expect(await isAdmin()).toEqual({ admin: false })
  const calls = watchCalls(page, 'PUT', `/api/adminUser/${encodeURIComponent(person.email)}`)
  await row.getByRole('button', { name: /^Admin/ }).click()
  await test.step('§2 All Users: no confirmation before Admin', async () => {
    await expect(row).toContainText('Already have been Admin')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('§4 User promotion: a user without a role becomes admin when an admin clicks Admin', async () => {
    expect(await isAdmin()).toEqual({ admin: true })
  })
  await test.step('§7 PUT /adminUser/{email}: empty body, JSON content type; then refetch', () =>
    emptyThenRefetch(calls, admin))
  await removes(page, person, admin)
})

async function removes(page: Page, person: Person, admin: Person): Promise<void> {
  const row = rowOf(page, person.email)
  const calls = watchCalls(page, 'DELETE', `/api/user/${encodeURIComponent(person.email)}`)
  await row.getByRole('button', { name: /^Remove/ }).click()
  await test.step('§2 All Users: no confirmation before Remove', async () => {
    await expect(row).toHaveCount(0)
  })
  await test.step('§7 DELETE /user/{email}: empty body, JSON content type; then refetch', () =>
    emptyThenRefetch(calls, admin))
  await test.step('§4 A removed user disappears, and a removed user is signed out', async () => {
    expect((await person.call('GET', '/auth/me')).status()).toBe(401)
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByText(person.email, { exact: true })).toHaveCount(0)
  })
}

/** The change, and the refetch of the list after it. */
const watchCalls = (page: Page, method: string, address: string) => ({
  change: nextRequest(page, method, address),
  refetch: nextRequest(page, 'GET', '/api/users'),
})

async function emptyThenRefetch(calls: ReturnType<typeof watchCalls>, admin: Person): Promise<void> {
  const sent = await calls.change
  expect(sent.postData()).toBeNull()
  expect((await sent.allHeaders())['content-type']).toBe('application/json')
  expect(await bearer(sent)).toBe(tokenOf(admin))
  await test.step('§4 User promotion and removal: the list is refetched', async () => {
    expect((await (await calls.refetch).response())?.status()).toBe(200)
  })
}
