import { orderAndPay, payButton, typeCard } from '../paying.ts'
import { asked } from './asked.ts'
import { demoAdmin, demoUser, expect, test, walkTo } from './fixtures.ts'
import { fillOrder, goods } from './shelf.ts'

test('§1 Visitors view the items catalogue preview', async ({ glance }) => {
  const preview = (await glance('/')).getByRole('region', { name: 'Our Items' })
  await expect(preview.getByRole('article').first()).toContainText(/\S.*\$\d/)
})

test('§1 Visitors view reviews', async ({ glance, people }) => {
  const [newest] = await (await people.visitor('GET', '/reviews?limit=1')).json()
  const reviews = (await glance('/')).getByRole('region', { name: 'User Reviews' })
  await expect(reviews.getByText(newest.comment)).toBeVisible()
})

test('§1 Signed-in users open an item and order it with a quantity', async ({ page, newcomer }) => {
  await page.goto('/items?search=mug')
  await page.getByRole('link', { name: 'ORDER NOW: Stoneware Mug' }).click()
  await fillOrder(page, '5')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('Add Item successfully')).toBeVisible()
  const orders = await (await newcomer.call('GET', `/myBooking/${newcomer.email}`)).json()
  expect(orders).toMatchObject([{ itemName: 'Stoneware Mug', quantity: 5 }])
})

test('§1 Signed-in users pay for an order by card through a hosted card payment provider', async ({
  page,
  shop,
  newcomer,
}) => {
  const id = await orderAndPay(page)
  const frame = page.locator('iframe[title="Secure payment input frame"]')
  await expect(frame).toHaveAttribute('src', new RegExp(`^${shop.sandboxUrl}/`))
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  expect(await (await newcomer.call('GET', `/booking/${id}`)).json()).toMatchObject({ paid: true })
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

for (const { provider, button, name, person } of [
  { provider: 'a Google account', button: 'Sign in with google', name: 'google', person: 'ada' },
  { provider: 'a GitHub account', button: 'Sign in with github', name: 'github', person: 'gracewood' },
]) {
  test(`§1 Sign-in with ${provider}, through an external identity provider`, async ({ page, shop }) => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await test.step(`§2 Login: the button '${button}' leads to the provider`, async () => {
      const leaving = asked(page, 'GET', `/api/auth/${name}`)
      await page.getByRole('button', { name: button }).click()
      await leaving
      await page.waitForURL(url => url.origin === new URL(shop.sandboxUrl).origin)
    })
    await test.step('§7 PUT /users/{email}: called after a social sign-in too', async () => {
      const entering = asked(page, 'PUT', /^\/api\/users\//)
      await page.locator(`button[name="person"][value="${person}"]`).click()
      expect((await (await entering).response())?.status()).toBe(200)
    })
    await expect(page, 'the page they wanted').toHaveURL('/dashboard')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '@' }).first()).toBeVisible()
  })
}

for (const account of [demoUser, demoAdmin]) {
  test(`§1 The demo credentials of the ${account.label} sign in`, async ({ page }) => {
    await page.goto('/login')
    const box = page.getByRole('region', { name: 'Demo credentials' })
    await box.getByRole('button', { name: `Use the account ${account.label}` }).click()
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/')
    await walkTo(page, '/dashboard')
    await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage All Orders' })).toHaveCount(account.admin ? 1 : 0)
    await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible()
  })
}
