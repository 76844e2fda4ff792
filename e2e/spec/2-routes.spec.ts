import { allowErrors, demoAdmin, expect, logIn, test } from './fixtures.ts'
import { goods } from './test-data.ts'

for (const { path, content, title } of [
  { path: '/', content: 'Home page', title: 'Small goods, well made' },
  { path: '/login', content: 'Login', title: 'Login' },
  { path: '/signup', content: 'Signup', title: 'Signup' },
  { path: '/portfolio', content: 'Skill bars', title: 'Portfolio' },
  { path: '/team', content: 'Team', title: 'Our Team' },
  { path: '/starRating', content: 'the star rating component', title: 'Star rating' },
]) {
  test(`§2 Route ${path}: all see ${content}`, async ({ sharedPage }) => {
    const page = await sharedPage(path)
    expect(new URL(page.url()).pathname).toBe(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}

const forUsers = [
  { path: '/items', content: 'Item list', title: 'Our Items' },
  { path: `/items/${goods.tray}`, content: 'Item detail and order form', title: 'Oak Desk Tray' },
  { path: '/dashboard', content: 'My Profile as its index', title: 'Welcome to your profile' },
  { path: '/dashboard/myReview', content: 'My review', title: 'Welcome to your Review' },
  { path: '/dashboard/myOrder', content: 'My orders', title: 'Welcome to your Order' },
]

const forAdmins = [
  { path: '/dashboard/allUsers', content: 'User management', title: 'Welcome to your Order' },
  { path: '/dashboard/addItem', content: 'Add item', title: 'You can add a item' },
  { path: '/dashboard/manageItems', content: 'Manage items', title: /Item/ },
  { path: '/dashboard/manageAllOrders', content: 'All orders', title: 'Manage Items' },
]

for (const { path, content, title } of forUsers) {
  test(`§2 Route ${path}: a signed-in user sees ${content}`, async ({ sharedPage }) => {
    const page = await sharedPage(path, 'user')
    await expect(page.getByRole('heading', { name: title }).last()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  })
}

for (const { path, content, title } of forAdmins) {
  test(`§2 Route ${path}: an admin sees ${content}`, async ({ sharedPage }) => {
    const page = await sharedPage(path, 'admin')
    await expect(page.locator('main').getByRole('heading', { level: 2, name: title })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  })
}

/**
 * features/session/guards.test.tsx covers every guarded page without a browser. This test covers both guards in a
 * browser: an admin page is behind the user guard too.
 */
test('§2 An unsigned visitor on a page for admins is sent to /login, and an admin after login to that page', async ({
  page,
}) => {
  await page.goto('/dashboard/manageAllOrders')
  await expect(page).toHaveURL('/login')
  await logIn(page, demoAdmin)
  await expect(page).toHaveURL('/dashboard/manageAllOrders')
})

test('§2 Any other path: the not-found page shows an image only', async ({ page, consoleErrors }) => {
  for (const path of ['/no-such-page', '/dashboard/no-such-page', `/items/${goods.tray}/more`]) {
    await test.step(`§2 Any other path, such as ${path}: the not-found page shows an image only`, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      const main = page.locator('main')
      await expect(main.getByRole('img')).toHaveCount(1)
      await expect(main.getByRole('img')).toBeVisible()
      expect((await main.innerText()).trim()).toBe('')
    })
  }
  allowErrors(consoleErrors, /status of 404/)
})
