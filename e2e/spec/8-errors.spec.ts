import { payButton, typeCard } from '../paying.ts'
import { demoUser, expect, forgive, logIn, test } from './fixtures.ts'
import { anOrder } from './shelf.ts'

test("§8 Login: 'User not found' when there is no such user", async ({ page, complaints }) => {
  await page.goto('/login')
  await logIn(page, { email: 'nobody@example.com', password: 'x' })
  await expect(page.getByRole('alert').filter({ hasText: /^User not found$/ })).toBeVisible()
  await expect(page).toHaveURL('/login')
  forgive(complaints, /status of 404/)
})

test("§8 Login: 'Wrong password.Try again' on wrong password", async ({ page, complaints }) => {
  await page.goto('/login')
  await logIn(page, { email: demoUser.email, password: 'not it' })
  await expect(page.getByRole('alert').filter({ hasText: /^Wrong password\.Try again$/ })).toBeVisible()
  await expect(page).toHaveURL('/login')
  forgive(complaints, /status of 401/)
})

for (const { number, message } of [
  { number: '4000000000009995', message: 'Your card has insufficient funds.' },
  { number: '4000000000000069', message: 'Your card has expired.' },
]) {
  test(`§8 Payment: the provider's error message is shown as is: '${message}'`, async ({
    page,
    people,
    newcomer,
    complaints,
  }) => {
    const { _id } = await anOrder(people, newcomer)
    await page.goto(`/dashboard/payment/${_id}`)
    await typeCard(page, number)
    await payButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toHaveText(message)
    await expect(payButton(page)).toBeEnabled()
    forgive(complaints, /status of 402/)
  })
}

test('§8 Profile fetch with a dead token: sign out, remove token, go to /login', async ({
  page,
  newcomer,
  complaints,
}) => {
  await page.goto('/dashboard/myReview')
  await expect(page.getByRole('heading', { name: 'Welcome to your Review' })).toBeVisible()
  await newcomer.call('POST', '/auth/sign-out')
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  forgive(complaints, /status of 401/)
})

const outage = {
  type: 'about:blank',
  title: 'No',
  status: 400,
  detail: 'The list is away.',
  code: 'bad_input',
}

for (const { list, path, call, reader } of [
  { list: 'items', path: '/items', call: '**/api/items?*', reader: 'user' },
  { list: 'users', path: '/dashboard/allUsers', call: /\/api\/users(\?|$)/, reader: 'admin' },
  { list: 'orders', path: '/dashboard/manageAllOrders', call: /\/api\/booking(\?|$)/, reader: 'admin' },
] as const) {
  test(`§8 A failed fetch of the ${list}: the list shows a spinner`, async ({ page, people, complaints }) => {
    await page.route(call, route => route.fulfill({ status: 400, json: outage }))
    await page.goto('/login')
    await page.evaluate(token => localStorage.setItem('accessToken', token), people[reader].token)
    await page.goto(path)
    const state = page.getByRole('alert').filter({ hasText: 'The list is away.' })
    await expect(state.locator('.spinner')).toBeVisible()
    forgive(complaints, /status of 400/)
  })
}

for (const { list, call, heading } of [
  { list: 'home preview', call: '**/api/items?*', heading: 'Our Items' },
  { list: 'reviews', call: '**/api/reviews?*', heading: 'User Reviews' },
]) {
  test(`§8 A failed fetch of the ${list}: the home page shows a spinner there`, async ({
    page,
    complaints,
  }) => {
    await page.route(call, route => route.fulfill({ status: 400, json: outage }))
    await page.goto('/login')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const section = page.locator('.section', { has: page.getByRole('heading', { name: heading }) })
    await expect(section.locator('.spinner')).toBeVisible()
    forgive(complaints, /status of 400/)
  })
}

test('§8 Add item: a failure is not taken for success, and nothing typed is lost', async ({
  page,
  admin: _,
  complaints,
}) => {
  await page.route('**/api/images', route => route.fulfill({ status: 502, json: {} }))
  await page.goto('/dashboard/addItem')
  await page.getByLabel('Name', { exact: true }).fill('Kept Spoon')
  await page.getByLabel('Description').fill('x')
  await page.getByLabel('Quantity', { exact: true }).fill('5')
  await page.getByLabel('Must quantity').fill('1')
  await page.getByLabel('Price ($)').fill('1')
  await page.getByLabel('Image').setInputFiles('public/pictures/desk-clock-480.webp')
  await page.getByRole('button', { name: 'ADD ITEM' }).click()
  await expect(page.getByLabel('Image')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Add Item success')).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept Spoon')
  forgive(complaints, /status of 502/)
})

for (const { provider, button } of [
  { provider: 'Google', button: 'Sign in with google' },
  { provider: 'GitHub', button: 'Sign in with github' },
]) {
  test(`§8 A cancelled sign-in with ${provider} is explained, and nobody is signed in`, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: button }).click()
    await page.locator('button[name="action"][value="deny"]').click()
    await expect(page.getByText('You cancelled the sign-in.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
}
