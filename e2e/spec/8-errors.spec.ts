import { outage } from './asked.ts'
import { expect, forgive, test, walkTo } from './fixtures.ts'

test('§4 §8 Profile fetch with a dead token, a 401: sign out, remove token, go to /login', async ({
  page,
  newcomer,
  complaints,
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
  forgive(complaints, /status of 401/)
})

test('§8 A failed fetch of a list that admins see', async ({ page, admin: _, complaints }) => {
  for (const { list, path, call } of [
    { list: 'users', path: '/dashboard/allUsers', call: /\/api\/users(\?|$)/ },
    { list: 'orders', path: '/dashboard/manageAllOrders', call: /\/api\/booking(\?|$)/ },
  ]) {
    await test.step(`§8 A failed fetch of the ${list}: the list shows a spinner`, async () => {
      await page.route(call, route => route.fulfill({ status: 400, json: outage }))
      await (page.url().includes('/dashboard') ? walkTo(page, path) : page.goto(path))
      const state = page.getByRole('alert').filter({ hasText: outage.detail })
      await expect(state.locator('.spinner')).toBeVisible()
      await expect(page).toHaveURL(path)
    })
  }
  forgive(complaints, /status of 400/)
})

test('§8 A failed fetch on the home page', async ({ page, complaints }) => {
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
  forgive(complaints, /status of 400/)
})
