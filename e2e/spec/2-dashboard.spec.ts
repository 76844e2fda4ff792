import type { Page } from '@playwright/test'
import { pageErrorsOf } from '../page-errors.ts'
import { expect, test } from './fixtures.ts'

const everyone = [
  { name: 'My Profile', path: '/dashboard' },
  { name: 'Add a Review', path: '/dashboard/myReview' },
  { name: 'My Orders', path: '/dashboard/myOrder' },
]
const adminsOnly = [
  { name: 'All Users', path: '/dashboard/allUsers' },
  { name: 'Add a Item', path: '/dashboard/addItem' },
  { name: 'Manage Items', path: '/dashboard/manageItems' },
  { name: 'Manage All Orders', path: '/dashboard/manageAllOrders' },
]

test("§2 Dashboard: heading 'Welcome to your Dashboard'", async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard', 'user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to your Dashboard')
})

test('§2 Dashboard: nested content stands below the same heading', async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard/myReview', 'user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to your Dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Welcome to your Review' })).toBeVisible()
})

/** Follows each menu entry, starting from the last page so that each click navigates, and expects no errors. */
async function followEntries(page: Page, entries: typeof everyone, statement: string): Promise<void> {
  const pageErrors = pageErrorsOf(page)
  for (const { name, path } of entries) {
    await test.step(`${statement} ${name}`, async () => {
      const menu = page.getByRole('navigation', { name: 'Dashboard' })
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    })
  }
  expect(pageErrors).toEqual([])
}

test('§2 Dashboard: where the menu for everyone leads', async ({ page, user: _ }) => {
  await page.goto('/dashboard/myOrder')
  await followEntries(page, everyone, '§2 Dashboard: the menu for everyone has')
})

test("§2 Dashboard: where an admin's menu leads", async ({ page, admin: _ }) => {
  await page.goto('/dashboard')
  await followEntries(page, adminsOnly, "§2 Dashboard: an admin's menu has")
})

test('§2 Dashboard: the menu of a user has these entries and no other', async ({ sharedPage }) => {
  const links = (await sharedPage('/dashboard', 'user'))
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link')
  await expect(links).toHaveText(everyone.map(({ name }) => name))
})

test('§2 Dashboard: the menu of an admin has all seven entries', async ({ sharedPage }) => {
  const links = (await sharedPage('/dashboard', 'admin'))
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link')
  await expect(links).toHaveText([...everyone, ...adminsOnly].map(({ name }) => name))
})
