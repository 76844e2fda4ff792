import { demoAdmin, demoUser, expect, navigateTo, test } from './fixtures.ts'
import { nextRequest } from './requests.ts'
import { fillOrder, goods } from './test-data.ts'

test('§1 Visitors view the items catalogue preview', async ({ sharedPage }) => {
  const preview = (await sharedPage('/')).getByRole('region', { name: 'Our Items' })
  await expect(preview.getByRole('article').first()).toContainText(/\S.*\$\d/)
})

test('§1 Visitors view reviews', async ({ sharedPage, people }) => {
  const [newest] = await (await people.visitor('GET', '/reviews?limit=1')).json()
  const reviews = (await sharedPage('/')).getByRole('region', { name: 'User Reviews' })
  await expect(reviews.getByText(newest.comment)).toBeVisible()
})

test('§1 Admins do additionally what users do: they order too', async ({ page, admin }) => {
  await page.goto(`/items/${goods.mug}`)
  await fillOrder(page, '2')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('Add Item successfully')).toBeVisible()
  const [order] = await (await admin.call('GET', `/myBooking/${admin.email}`)).json()
  expect(order).toMatchObject({ quantity: 2, email: admin.email })
  await admin.call('DELETE', `/myBooking/${order._id}`)
})

/** `social.test.ts` and `signing-in.test.tsx` cover the other failures. */
for (const { provider, button, name, person } of [
  { provider: 'a Google account', button: 'Sign in with google', name: 'google', person: 'ada' },
  { provider: 'a GitHub account', button: 'Sign in with github', name: 'github', person: 'gracewood' },
]) {
  test(`§1 Sign-in with ${provider}, through an external identity provider`, async ({ page, shop }) => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await test.step('§8 A canceled sign-in is explained, and nobody is signed in', async () => {
      await page.getByRole('button', { name: button }).click()
      await page.locator('button[name="action"][value="deny"]').click()
      await expect(page.getByText('You canceled the sign-in.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    })
    await test.step(`§2 Login: the button '${button}' leads to the provider`, async () => {
      const leaving = nextRequest(page, 'GET', `/api/auth/${name}`)
      await page.getByRole('button', { name: button }).click()
      await leaving
      await page.waitForURL(url => url.origin === new URL(shop.sandboxUrl).origin)
    })
    await test.step('§7 PUT /users/{email}: called after a social sign-in too', async () => {
      const entering = nextRequest(page, 'PUT', /^\/api\/users\//)
      await page.locator(`button[name="person"][value="${person}"]`).click()
      expect((await (await entering).response())?.status()).toBe(200)
    })
    await expect(page, 'the page they wanted').toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '@' }).first()).toBeVisible()
  })
}

test('§1 The demo credentials sign in', async ({ page }) => {
  await page.goto('/login')
  for (const account of [demoUser, demoAdmin]) {
    await test.step(`§1 The demo credentials of the ${account.label} sign in`, async () => {
      const box = page.getByRole('region', { name: 'Demo credentials' })
      await box.getByRole('button', { name: `Use the account ${account.label}` }).click()
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL('/')
      await navigateTo(page, '/dashboard')
      await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible()
      await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
      const forAdmins = page.getByRole('link', { name: 'Manage All Orders' })
      await expect(forAdmins).toHaveCount(account.admin ? 1 : 0)
    })
    await page.waitForLoadState('networkidle')
    await navigateTo(page, '/team')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'LOGIN', exact: true }).click()
  }
})
