import { expect, test } from './fixtures.ts'
import { anItem, anOrder, goods, itemOf, newItem, orderBody, pay } from './test-data.ts'

test('§7 GET /items: an array of items', async ({ people }) => {
  const answer = await people.visitor('GET', '/items')
  expect(answer.status()).toBe(200)
  const items: { _id: string }[] = await answer.json()
  const tray = items.find(({ _id }) => _id === goods.tray)
  expect(tray).toMatchObject({ _id: goods.tray, name: 'Oak Desk Tray', price: 34, mustQuantity: 1 })
})

test('§7 GET /items/{id}: one item', async ({ people }) => {
  const answer = await people.visitor('GET', `/items/${goods.candles}`)
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ _id: goods.candles, name: 'Beeswax Candles' })
})

test('§7 GET /items/{id}: 404 for an item that is not on sale', async ({ people }) => {
  const answer = await people.visitor('GET', `/items/${goods.tray.replace(/\d$/, 'f')}`)
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).toContain('application/problem+json')
})

test('§7 GET /reviews: an array of reviews, newest first', async ({ people }) => {
  const comment = `The newest, by ${process.pid} at ${people.user.email}`
  await people.user.call('POST', '/myReview', { name: 'Ann Example', comment, starRating: 4 })
  const [newest] = await (await people.visitor('GET', '/reviews')).json()
  expect(newest).toMatchObject({ name: 'Ann Example', starRating: 4, comment })
})

test('§7 POST /addItem: puts the item on sale', async ({ people }) => {
  const answer = await people.admin.call('POST', '/addItem', { ...newItem, name: 'Called Spoon' })
  expect(answer.status()).toBe(201)
  const { _id } = await answer.json()
  expect(await itemOf(people, _id)).toMatchObject({ ...newItem, name: 'Called Spoon' })
})

test('§7 DELETE /item/{id}: JSON content type, no body; the item is gone', async ({ people, request }) => {
  const { _id } = await anItem(people, 'Deleted Spoon')
  const answer = await request.delete(`/api/item/${_id}`, {
    headers: { authorization: `Bearer ${people.admin.token}`, 'content-type': 'application/json' },
  })
  expect(answer.ok()).toBe(true)
  expect((await people.visitor('GET', `/items/${_id}`)).status()).toBe(404)
})

test('§7 GET /users: an array of users', async ({ people }) => {
  const answer = await people.admin.call('GET', '/users?limit=200')
  expect(answer.status()).toBe(200)
  expect(JSON.stringify(await answer.json())).toContain(people.user.email)
})

test('§7 GET /users: no password, hash or token leaves the server', async ({ people }) => {
  const users: object[] = await (await people.admin.call('GET', '/users?limit=200')).json()
  const fields = ['_id', 'email', 'lastSeenAt', 'name', 'orders', 'role', 'verified']
  for (const user of users) expect(Object.keys(user).sort()).toEqual(fields)
  expect(JSON.stringify(users)).not.toMatch(/\$argon/)
})

for (const { method, path, afterwards } of [
  { method: 'PUT', path: '/adminUser/{email}', afterwards: 200 },
  { method: 'DELETE', path: '/user/{email}', afterwards: 401 },
] as const) {
  test(`§7 ${method} ${path}: empty body, JSON content type`, async ({ people, request }) => {
    const person = await people.join()
    const answer = await request.fetch(`/api${path.replace('{email}', person.email)}`, {
      method,
      headers: { authorization: `Bearer ${people.admin.token}`, 'content-type': 'application/json' },
    })
    expect(answer.ok()).toBe(true)
    expect((await person.call('GET', '/users')).status()).toBe(afterwards)
  })
}

test('§7 The admin user calls: without an authorization header they are refused', async ({ people }) => {
  const person = await people.join()
  expect((await people.visitor('PUT', `/adminUser/${person.email}`)).status()).toBe(401)
  expect((await people.visitor('DELETE', `/user/${person.email}`)).status()).toBe(401)
  expect((await person.call('GET', '/auth/me')).status()).toBe(200)
})

test('§7 PUT /users/{email}: the response has the token', async ({ people: { user } }) => {
  const answer = await user.call('PUT', `/users/${user.email}`, { email: user.email })
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toEqual({ token: expect.stringMatching(/^[\w-]{20,}$/) })
})

test('§7 PUT /users/{email}: nobody gets a token without having proved the email', async ({
  playwright,
  shop,
}) => {
  const stranger = await playwright.request.newContext({ baseURL: shop.url })
  const email = 'admin@tuckshop.example'
  const answer = await stranger.put(`/api/users/${email}`, { data: { email } })
  expect(answer.status()).toBe(401)
  await stranger.dispose()
})

test('§7 GET /booking: all bookings', async ({ people }) => {
  const person = await people.join()
  const { _id } = await anOrder(people, person)
  const all: { _id: string }[] = await (await people.admin.call('GET', '/booking')).json()
  expect(all.find(order => order._id === _id)).toMatchObject({
    email: person.email,
    itemName: 'Stoneware Mug',
    quantity: 3,
    totalPrice: 66,
    paid: false,
  })
})

test('§7 GET /myBooking/{email}: the bookings of that user', async ({ people }) => {
  const person = await people.join()
  const order = await anOrder(people, person)
  await anOrder(people, await people.join())
  expect(await (await person.call('GET', `/myBooking/${person.email}`)).json()).toEqual([order])
})

test('§7 DELETE /myBooking/{id}: the booking leaves the list and its stock comes back', async ({
  people,
}) => {
  const item = await anItem(people, 'Returned Spoon')
  const person = await people.join()
  const { _id } = await (await person.call('POST', '/booking', orderBody(person, item, 4))).json()
  expect((await itemOf(people, item._id)).availableQuantity).toBe(item.availableQuantity - 4)
  await person.call('DELETE', `/myBooking/${_id}`)
  expect((await itemOf(people, item._id)).availableQuantity).toBe(item.availableQuantity)
  expect(await (await person.call('GET', `/myBooking/${person.email}`)).json()).toEqual([])
})

test('§7 POST /booking: the body of the spec makes a booking', async ({ people }) => {
  const person = await people.join()
  const body = orderBody(person, await itemOf(people), 2)
  const answer = await person.call('POST', '/booking', body)
  expect(answer.status()).toBe(201)
  expect(await answer.json()).toMatchObject(body)
})

test('§7 GET /booking/{id}: bearer token header; the booking', async ({ people }) => {
  const person = await people.join()
  const order = await anOrder(people, person)
  expect(await (await person.call('GET', `/booking/${order._id}`)).json()).toEqual(order)
  expect((await people.user.call('GET', `/booking/${order._id}`)).status()).toBe(404)
})

test('§7 POST /create-payment-intent: the body is the booking; response clientSecret', async ({ people }) => {
  const person = await people.join()
  const answer = await person.call('POST', '/create-payment-intent', await anOrder(people, person))
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) })
})

test('§7 POST /create-payment-intent: a wrong amount in it changes nothing', async ({
  people,
  request,
  shop,
}) => {
  const person = await people.join()
  const order = await anOrder(people, person)
  await person.call('POST', '/create-payment-intent', { ...order, totalPrice: 0.01, quantity: 1 })
  const paid = await pay(request, shop.sandboxUrl, person, order)
  expect(paid).toMatchObject({ paid: true, totalPrice: 66, quantity: 3 })
})

test('§7 PATCH /booking/{id}: an invented transactionId is not believed', async ({ people }) => {
  const person = await people.join()
  const { _id } = await anOrder(people, person)
  const body = { bookingId: _id, transactionId: 'pi_invented' }
  expect((await person.call('PATCH', `/booking/${_id}`, body)).ok()).toBe(false)
  expect(await (await person.call('GET', `/booking/${_id}`)).json()).toMatchObject({ paid: false })
})

test('§7 GET /myProfile/{email}: a user without a profile has empty details', async ({ people }) => {
  const { call, email, name } = await people.join()
  expect(await (await call('GET', `/myProfile/${email}`)).json()).toEqual({
    name,
    email,
    address: '',
    education: '',
    linkedin: '',
    mobileNumber: '',
  })
})

test('§7 POST /myProfile then PUT /myProfile: POST creates and then leaves alone, PUT replaces', async ({
  people,
}) => {
  const { call, email, name } = await people.join()
  const first = { name, email, address: 'first', education: 'a', linkedin: 'b', mobileNumber: '1' }
  const second = { ...first, address: 'second' }
  expect((await call('POST', '/myProfile', first)).status()).toBe(201)
  expect((await call('POST', '/myProfile', second)).status()).toBe(200)
  expect(await (await call('GET', `/myProfile/${email}`)).json()).toEqual(first)
  expect((await call('PUT', '/myProfile', second)).status()).toBe(200)
  expect(await (await call('GET', `/myProfile/${email}`)).json()).toEqual(second)
})
