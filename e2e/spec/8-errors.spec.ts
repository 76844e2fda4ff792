import { allowErrors, expect, navigateTo, test } from './fixtures.ts'
import { outage } from './requests.ts'

test('§4 §8 Profile fetch with a dead token, a 401: sign out, remove token, go to /login', async ({
  page,
  newcomer,
  consoleErrors,
}) => {
  // The page's own calls must finish before the token dies.
  const bag = page.waitForResponse('**/api/myBag')
  await page.goto('/dashboard/myReview')
  await expect(page.getByRole('heading', { name: 'Welcome to your Review' })).toBeVisible()
  await bag
  await newcomer.call('POST', '/auth/sign-out')
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  allowErrors(consoleErrors, /status of 401/)
})

test('§8 A failed fetch of a list that admins see', async ({ page, admin: _, consoleErrors }) => {
  for (const { list, path, call } of [
    { list: 'users', path: '/dashboard/allUsers', call: /\/api\/users(\?|$)/ },
    { list: 'orders', path: '/dashboard/manageAllOrders', call: /\/api\/booking(\?|$)/ },
  ]) {
    await test.step(`§8 A failed fetch of the ${list}: the list shows a spinner`, async () => {
      await page.route(call, route => route.fulfill({ status: 400, json: outage }))
      await (page.url().includes('/dashboard') ? navigateTo(page, path) : page.goto(path))
      const state = page.getByRole('alert').filter({ hasText: outage.detail })
      await expect(state.locator('.spinner')).toBeVisible()
      await expect(page).toHaveURL(path)
    })
  }
  allowErrors(consoleErrors, /status of 400/)
})

test('§8 A failed fetch on the home page', async ({ page, consoleErrors }) => {
  const outages = [
    { list: 'home preview', call: '**/api/items?*', heading: 'Our Items' },
    { list: 'reviews', call: '**/api/reviews?*', heading: 'User Reviews' },
  ]
  for (const { call } of outages) {
    await page.route(call, route => route.fulfill({ status: 400, json: outage }))
  }
  await page.goto('/login')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  for (const { list, heading } of outages) {
    await test.step(`§8 A failed fetch of the ${list}: the home page shows a spinner there`, async () => {
      const section = page.locator('.section', { has: page.getByRole('heading', { name: heading }) })
      await expect(section.locator('.spinner')).toBeVisible()
    })
  }
  allowErrors(consoleErrors, /status of 400/)
})
