import { demoAdmin, expect, test } from './fixtures.ts'
import { heads, holdBack, reveal, rowOf } from './shelf.ts'

const path = '/dashboard/allUsers'

test("§2 All Users: heading 'Welcome to your Order'", async ({ glance }) => {
  const heading = (await glance(path, 'admin')).getByRole('heading', {
    level: 2,
    name: 'Welcome to your Order',
  })
  await expect(heading).toBeVisible()
})

test('§2 All Users: table columns SN, User, Admin User, Remove User', async ({ glance }) => {
  const page = await glance(path, 'admin')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await heads(page)).toEqual(['SN', 'User', 'Admin User', 'Remove User'])
})

test('§2 All Users: SN counts from 1', async ({ glance }) => {
  const page = await glance(path, 'admin')
  const rows = page.getByRole('row')
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('1')
  await expect(rows.nth(2).getByRole('cell').first()).toHaveText('2')
})

test('§2 All Users: User is the e-mail', async ({ page, people, admin: _ }) => {
  const person = await people.join()
  await page.goto(path)
  await reveal(page, person.email)
  await expect(rowOf(page, person.email).getByRole('cell').nth(1)).toContainText(person.email)
})

test('§2 All Users: a centred spinner while loading', async ({ page, admin: _ }) => {
  const release = await holdBack(page, /\/api\/users(\?|$)/)
  await page.goto(path)
  // Below the page's own heading: the guard before it has a spinner too.
  const section = page.getByRole('region', { name: 'Welcome to your Order' })
  const spinner = section.locator('.spinner')
  await expect(spinner).toBeVisible()
  const [dot, room] = await Promise.all([spinner.boundingBox(), section.boundingBox()])
  const middle = (box: typeof dot) => (box ? box.x + box.width / 2 : Number.NaN)
  expect(Math.abs(middle(dot) - middle(room))).toBeLessThan(2)
  release()
  await expect(rowOf(page, demoAdmin.email)).toBeVisible()
})

test("§2 All Users: a user with a role value shows 'Already have been Admin'", async ({ glance }) => {
  const row = rowOf(await glance(path, 'admin'), demoAdmin.email)
  await expect(row).toContainText('Already have been Admin')
  await expect(row.getByRole('button', { name: /^Admin/ })).toHaveCount(0)
})

test("§2 All Users: otherwise an 'Admin' button", async ({ page, people, admin: _ }) => {
  const person = await people.join()
  await page.goto(path)
  await reveal(page, person.email)
  const row = rowOf(page, person.email)
  await expect(row.getByRole('button', { name: /^Admin/ })).toBeVisible()
  await expect(row).not.toContainText('Already have been Admin')
})

test("§2 All Users: every row has a 'Remove' button", async ({ glance }) => {
  const page = await glance(path, 'admin')
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows.first()).toBeVisible()
  for (const row of await rows.all()) {
    await expect(row.getByRole('button', { name: /^Remove/ })).toBeVisible()
  }
})

test('§2 All Users: no confirmation before Admin', async ({ page, people, admin: _ }) => {
  const person = await people.join()
  await page.goto(path)
  await reveal(page, person.email)
  await rowOf(page, person.email)
    .getByRole('button', { name: /^Admin/ })
    .click()
  await expect(rowOf(page, person.email)).toContainText('Already have been Admin')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('§2 All Users: no confirmation before Remove', async ({ page, people, admin: _ }) => {
  const person = await people.join()
  await page.goto(path)
  await reveal(page, person.email)
  await rowOf(page, person.email)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(rowOf(page, person.email)).toHaveCount(0)
  expect((await person.call('GET', '/auth/me')).status()).toBe(401)
})
