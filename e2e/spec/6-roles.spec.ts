import { allowErrors, expect, test } from './fixtures.ts'
import { anOrder, goods, itemOf, newItem, orderBody } from './test-data.ts'

/** features/session/guards.test.tsx covers each of the four admin pages without a browser. */
test('§6 A non-admin on a page for admins is signed out and sent to /login', async ({ page, newcomer }) => {
  await page.goto('/dashboard/allUsers')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  expect((await newcomer.call('GET', '/auth/me')).status()).toBe(401)
})

const nobody = 'nobody@example.com'

const adminCalls = [
  ['POST', '/addItem', newItem],
  ['DELETE', `/item/${goods.mug}`, undefined],
  ['GET', '/users', undefined],
  ['PUT', `/adminUser/${nobody}`, undefined],
  ['DELETE', `/user/${nobody}`, undefined],
  ['GET', '/booking', undefined],
] as const

for (const [method, path, body] of adminCalls) {
  const call = `${method} ${path.replace(goods.mug, '{id}').replace(nobody, '{email}')}`

  test(`§6 The server enforces roles: a non-admin’s ${call} is refused, and they stay signed in`, async ({
    people: { user },
  }) => {
    expect((await user.call(method, path, body)).status()).toBe(403)
    expect((await user.call('GET', '/auth/me')).status()).toBe(200)
  })

  test(`§6 The server enforces roles: a visitor’s ${call} is refused`, async ({ people: { visitor } }) => {
    expect((await visitor(method, path, body)).status()).toBe(401)
  })
}

const userCalls = [
  ['POST', '/booking'],
  ['GET', '/booking/{id}'],
  ['GET', '/myBooking/{email}'],
  ['DELETE', '/myBooking/{id}'],
  ['POST', '/create-payment-intent'],
  ['PATCH', '/booking/{id}'],
  ['GET', '/myProfile/{email}'],
  ['POST', '/myProfile'],
  ['PUT', '/myProfile'],
  ['POST', '/myReview'],
  ['GET', '/admin/{email}'],
] as const

for (const [method, path] of userCalls) {
  test(`§6 The server enforces roles: ${method} ${path} is for signed-in users`, async ({ people }) => {
    const address = path.replace('{id}', goods.mug).replace('{email}', people.user.email)
    const answer = await people.visitor(method, address, method === 'GET' ? undefined : {})
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'signed_out' })
  })
}

for (const path of ['/myBooking/{email}', '/myProfile/{email}', '/admin/{email}']) {
  test(`§6 A user reads their own ${path} only`, async ({ people }) => {
    const other = await people.join()
    expect((await other.call('GET', path.replace('{email}', people.user.email))).status()).toBe(403)
    expect((await other.call('GET', path.replace('{email}', other.email))).status()).toBe(200)
  })
}

test('§6 A user orders in their own name only', async ({ people }) => {
  const body = orderBody(people.user, await itemOf(people), 2)
  const refused = await people.user.call('POST', '/booking', { ...body, email: people.admin.email })
  expect(refused.status()).toBe(403)
})

test('§6 Somebody else’s payment page shows nothing of the order', async ({
  page,
  people,
  user: _,
  consoleErrors,
}) => {
  const owner = await people.join('Olga Owner')
  const { _id } = await anOrder(people, owner)
  await page.goto(`/dashboard/payment/${_id}`)
  await expect(page.getByText('There is no such order.')).toBeVisible()
  await expect(page.getByText('Olga Owner')).toHaveCount(0)
  // Chromium logs the refusal itself; nothing else is allowed.
  allowErrors(consoleErrors, /^Failed to load resource: the server responded with a status of (403|404)/)
})

test('§6 Admin is determined by the admin check: a promotion counts from the next page on', async ({
  page,
  people,
  newcomer,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All Users' })).toHaveCount(0)
  expect((await people.admin.call('PUT', `/adminUser/${newcomer.email}`)).ok()).toBe(true)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'All Users' })).toBeVisible()
})
