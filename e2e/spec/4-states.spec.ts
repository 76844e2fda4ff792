import { allowErrors, expect, signIn, test } from './fixtures.ts'
import { nextRequest } from './requests.ts'
import { anOrder, delayResponses, fillOrder, goods, itemOf, orderBody, pay, rowOf } from './test-data.ts'

test('§4 Authentication: a dead token means signed out', async ({ page, people, consoleErrors }) => {
  const person = await people.join()
  await person.call('POST', '/auth/sign-out')
  await signIn(page, person)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  allowErrors(consoleErrors, /status of 401/)
})

test('§4 Order creation: from a refused quantity to the unpaid order', async ({ page, people, newcomer }) => {
  await page.goto('/items?search=mug')
  await page.getByRole('link', { name: 'ORDER NOW: Stoneware Mug' }).click()
  await expect(page).toHaveURL(`/items/${goods.mug}`)
  const button = page.getByRole('button', { name: 'ORDER NOW' })
  await test.step('§5 Order quantity above what is available: the page says so, the server refuses', async () => {
    await fillOrder(page, '999999')
    await button.click()
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    const body = orderBody(newcomer, await itemOf(people), 999_999)
    const refused = await newcomer.call('POST', '/booking', body)
    expect(refused.status()).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 'out_of_stock' })
  })
  const call = nextRequest(page, 'POST', '/api/booking')
  await fillOrder(page, '03')
  await button.click()
  await test.step('§5 The order quantity is parsed as a decimal before sending', async () => {
    expect((await call).postDataJSON()).toMatchObject({ quantity: 3, totalPrice: 66 })
  })
  await test.step('§7 POST /booking: the page sends these eight fields', async () => {
    expect((await call).postDataJSON()).toEqual({
      itemId: goods.mug,
      itemName: 'Stoneware Mug',
      ownerName: 'Ann Example',
      email: newcomer.email,
      mobileNumber: '555 0100',
      address: '1 Test Street',
      quantity: 3,
      totalPrice: 66,
    })
  })
  const toast = page.locator('.toasts > *').filter({ hasText: 'Add Item successfully' })
  await test.step("§4 Order creation: on success the toast 'Add Item successfully' shows", async () => {
    await expect(toast.getByText('Add Item successfully', { exact: true })).toBeVisible()
  })
  await test.step('§1 Signed-in users open an item and order it with a quantity', async () => {
    const orders = await (await newcomer.call('GET', `/myBooking/${newcomer.email}`)).json()
    expect(orders).toMatchObject([{ itemName: 'Stoneware Mug', quantity: 3 }])
  })
  await test.step('§9 Toasts: default position top-right', async () => {
    const box = await toast.boundingBox()
    expect(1280 - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(40)
    expect(box?.y).toBeLessThan(120)
  })
  await test.step('§4 Booking: created unpaid, and the UI says so', async () => {
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
    await expect(rowOf(page, newcomer.email)).toContainText('Unpaid')
  })
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

/** 8-errors.spec.ts covers the 401 of a dead token. */
test('§4 On a 403 from the profile request: signed out, token removed, sent to /login', async ({
  page,
  consoleErrors,
  newcomer: _,
}) => {
  const refusal = { type: 'about:blank', title: 'No', status: 403, detail: 'No.', code: 'forbidden' }
  await page.route('**/api/myProfile/*', route => route.fulfill({ status: 403, json: refusal }))
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  allowErrors(consoleErrors, /status of 403/)
})

test('§4 Admin guard: while the admin check loads', async ({ page, admin: _ }) => {
  const release = await delayResponses(page, /\/api\/(auth\/me|admin\/)/)
  await page.goto('/dashboard/addItem')
  await test.step('§4 Admin guard: a loader while the admin check loads', async () => {
    await expect(page.locator('main .dashboard > div').getByRole('status')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'You can add a item' })).toHaveCount(0)
  })
  await test.step('§2 Navigation: a loading indicator replaces the dashboard menu while the admin check loads', async () => {
    await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('status')).toBeVisible()
    await expect(page.getByRole('link', { name: 'My Profile' })).toHaveCount(0)
  })
  release()
  await expect(page.getByRole('heading', { name: 'You can add a item' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage All Orders' })).toBeVisible()
})
