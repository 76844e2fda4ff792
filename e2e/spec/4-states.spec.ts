import { expect, forgive, signIn, test } from './fixtures.ts'
import { anOrder, fillOrder, goods, holdBack, pay, rowOf } from './shelf.ts'

test('§4 Authentication: loading, then signed in', async ({ page, user: _ }) => {
  const release = await holdBack(page, '**/api/auth/me')
  await page.goto('/items')
  await expect(page.locator('main').getByRole('status')).toBeVisible()
  await expect(page).toHaveURL('/items')
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('§4 Authentication: a dead token means signed out', async ({ page, people, complaints }) => {
  const person = await people.join()
  await person.call('POST', '/auth/sign-out')
  await signIn(page, person)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  forgive(complaints, /status of 401/)
})

test('§4 Booking: created unpaid, and the UI says so', async ({ page, newcomer }) => {
  await page.goto(`/items/${goods.mug}`)
  await fillOrder(page, '2')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('Add Item successfully')).toBeVisible()
  await page.goto('/dashboard/myOrder')
  await expect(rowOf(page, newcomer.email)).toContainText('Unpaid')
})

test('§4 Booking: after a successful card payment it is marked paid with the transaction id', async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  const paid = await pay(request, shop.sandboxUrl, newcomer, await anOrder(people, newcomer))
  await page.goto('/dashboard/myOrder')
  await expect(rowOf(page, newcomer.email)).toContainText(String(paid.transactionId))
})

test('§4 Booking: an unpaid booking can be deleted by its owner', async ({ people }) => {
  const person = await people.join()
  const { _id } = await anOrder(people, person)
  expect((await person.call('DELETE', `/myBooking/${_id}`)).status()).toBe(204)
  expect((await person.call('GET', `/booking/${_id}`)).status()).toBe(404)
})

test('§4 Booking: nobody else can delete it, an admin neither', async ({ people }) => {
  const person = await people.join()
  const { _id } = await anOrder(people, person)
  for (const other of [people.user, people.admin]) {
    expect((await other.call('DELETE', `/myBooking/${_id}`)).status()).toBe(404)
  }
  expect((await person.call('GET', `/booking/${_id}`)).status()).toBe(200)
})

test('§4 Booking: a paid one cannot be deleted', async ({ people, request, shop }) => {
  const person = await people.join()
  const order = await pay(request, shop.sandboxUrl, person, await anOrder(people, person))
  const refused = await person.call('DELETE', `/myBooking/${order._id}`)
  expect(refused.status()).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'already_paid' })
})

test("§4 Order creation: on success the toast 'Add Item successfully' shows", async ({
  page,
  newcomer: _,
}) => {
  await page.goto(`/items/${goods.candles}`)
  await fillOrder(page, '4')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  const toast = page.locator('.toasts').getByText('Add Item successfully', { exact: true })
  await expect(toast).toBeVisible()
})

test('§4 Sign-in: idle, loading, success: the token is stored, then redirect', async ({ page, people }) => {
  await page.goto('/dashboard/myReview')
  await expect(page).toHaveURL('/login')
  const release = await holdBack(page, '**/api/users/*')
  await page.getByLabel('Email').fill(people.user.email)
  await page.getByLabel('Password').fill(people.user.password)
  const button = page.getByRole('button', { name: 'Login', exact: true })
  await expect(button).toBeEnabled()
  await button.click()
  await expect(button).toBeDisabled()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  release()
  await expect(page).toHaveURL('/dashboard/myReview')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
})

for (const status of [401, 403]) {
  test(`§4 On a ${status} from the profile request: signed out, token removed, sent to /login`, async ({
    page,
    complaints,
    newcomer: _,
  }) => {
    const refusal = { type: 'about:blank', title: 'No', status, detail: 'No.', code: 'forbidden' }
    await page.route('**/api/myProfile/*', route => route.fulfill({ status, json: refusal }))
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    forgive(complaints, /status of 40[13]/)
  })
}

test('§4 Admin guard: a loader while the admin check loads', async ({ page, admin: _ }) => {
  const release = await holdBack(page, /\/api\/(auth\/me|admin\/)/)
  await page.goto('/dashboard/addItem')
  await expect(page.locator('main .dashboard > div').getByRole('status')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You can add a item' })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'You can add a item' })).toBeVisible()
})
