import { expect, test } from './fixtures.ts'
import { anOrder, goods, itemOf, orderBody, pay } from './test-data.ts'

test('§3 Item: _id, name, description, price, photoUrl, availableQuantity, mustQuantity', async ({
  people,
}) => {
  // These fields are the shop's own additions to the spec.
  const addedToItem = [
    'stars',
    'reviewCount',
    'secondPicture',
    'pictures',
    'materials',
    'size',
    'care',
    'family',
    'tax',
    'currency',
  ]
  const names = Object.keys(await itemOf(people)).filter(name => !addedToItem.includes(name))
  expect(names.sort()).toEqual(
    ['_id', 'name', 'description', 'price', 'photoUrl', 'availableQuantity', 'mustQuantity'].sort(),
  )
})

test("§3 Item: the price is shown '$' plus price", async ({ sharedPage, people }) => {
  const { price } = await itemOf(people, goods.tray)
  const page = await sharedPage(`/items/${goods.tray}`, 'user')
  await expect(page.getByText(`$${price}`, { exact: true })).toBeVisible()
})

test('§3 Item: photoUrl is a public image', async ({ people, request }) => {
  const { photoUrl } = await itemOf(people)
  const answer = await request.get(photoUrl)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/^image\//)
})

test("§3 Item: availableQuantity is shown 'Available Quantity: n'", async ({ sharedPage }) => {
  const card = (await sharedPage('/items?search=clock', 'user'))
    .getByRole('article')
    .filter({ hasText: 'Desk Clock' })
  await expect(card.getByText('Available Quantity: 50', { exact: true })).toBeVisible()
})

test('§3 Item: mustQuantity is the minimum order quantity', async ({ people }) => {
  const item = await itemOf(people, goods.candles)
  const refused = await people.user.call('POST', '/booking', orderBody(people.user, item, 3))
  expect(refused.status()).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'below_minimum' })
})

/** Fields that the shop adds to the spec's booking. */
const addedToBooking = [
  'number',
  'state',
  'createdAt',
  'heldUntil',
  'paidAt',
  'sentAt',
  'carrier',
  'tracking',
  'refundedAmount',
  'refundedAt',
  'refundPendingAmount',
  'refundableAmount',
  'refundFailedAt',
  'disputedAt',
  'refundsBlockedAt',
  'disputeLostAmount',
  'keptAmount',
  'paidAmount',
  'paidDelivery',
  'paymentUnmatchedAt',
  'restockedQuantity',
  'currency',
  'paidBy',
  'transferUntil',
  'transferDelivery',
]

test('§3 Booking: its fields are those of the spec', async ({ people }) => {
  const order = await anOrder(people, await people.join())
  expect(Object.keys(order).sort()).toEqual(
    [
      '_id',
      'itemId',
      'itemName',
      'ownerName',
      'email',
      'mobileNumber',
      'address',
      'quantity',
      'totalPrice',
      'paid',
      'transactionId',
      ...addedToBooking,
    ].sort(),
  )
})

test('§3 Booking: totalPrice is price times quantity', async ({ people }) => {
  const { price } = await itemOf(people)
  const order = await anOrder(people, await people.join(), 7)
  expect(order.totalPrice).toBe(price * 7)
})

test('§3 Booking: another totalPrice in the body is refused', async ({ people }) => {
  const body = orderBody(people.user, await itemOf(people), 2)
  const refused = await people.user.call('POST', '/booking', { ...body, totalPrice: 1 })
  expect(refused.status()).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'price_changed' })
})

test('§3 Booking: paid is a boolean, false at first, and transactionId is not set', async ({ people }) => {
  const order = await anOrder(people, await people.join())
  expect(order).toMatchObject({ paid: false, transactionId: null })
})

test('§3 Booking: transactionId is set on payment', async ({ people, request, shop }) => {
  const person = await people.join()
  const paid = await pay(request, shop.sandboxUrl, person, await anOrder(people, person))
  expect(paid).toMatchObject({ paid: true, transactionId: expect.stringMatching(/^pi_\w+$/) })
})
