import { payButton, typeCard } from '../paying.ts'
import { asked, bearer, tokenOf } from './asked.ts'
import { expect, test } from './fixtures.ts'
import { anOrder } from './shelf.ts'

test('§7 DELETE /myBooking/{id}: then the list is refreshed', async ({ page, people, newcomer }) => {
  const { _id } = await anOrder(people, newcomer)
  await page.goto('/dashboard/myOrder')
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  const removal = asked(page, 'DELETE', `/api/myBooking/${_id}`)
  const refresh = asked(page, 'GET', `/api/myBooking/${encodeURIComponent(newcomer.email)}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  expect((await (await removal).response())?.status()).toBe(204)
  await refresh
})

test('§7 Paying: GET /booking/{id}, POST /create-payment-intent and PATCH /booking/{id} with the bearer token', async ({
  page,
  people,
  newcomer,
}) => {
  const order = await anOrder(people, newcomer)
  const address = `/api/booking/${order._id}`
  const reads = asked(page, 'GET', address)
  const starts = asked(page, 'POST', '/api/create-payment-intent')
  const settles = asked(page, 'PATCH', address)
  await page.goto(`/dashboard/payment/${order._id}`)
  expect(await bearer(await reads)).toBe(tokenOf(newcomer))
  expect(await bearer(await starts)).toBe(tokenOf(newcomer))
  expect((await starts).postDataJSON()).toEqual(order)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  const settled = await settles
  expect(await bearer(settled)).toBe(tokenOf(newcomer))
  expect(settled.postDataJSON()).toEqual({
    bookingId: order._id,
    transactionId: expect.stringMatching(/^pi_\w+$/),
  })
})

test('§7 POST /myProfile then PUT /myProfile: both sent in sequence on every submit', async ({
  page,
  newcomer,
}) => {
  const { name, email } = newcomer
  await page.goto('/dashboard')
  const sent: [string, unknown][] = []
  page.on('request', request => {
    if (request.method() !== 'GET') sent.push([request.method(), request.postDataJSON()])
  })
  const profile = {
    address: '1 Street',
    education: 'School',
    linkedin: 'https://x.example',
    mobileNumber: '5',
  }
  await page.getByLabel('Mobile number').fill(profile.mobileNumber)
  await page.getByLabel('Address').fill(profile.address)
  await page.getByLabel('Education').fill(profile.education)
  await page.getByLabel('LinkedIn').fill(profile.linkedin)
  const submit = page.getByRole('button', { name: 'ADD OR UPDATE PROFILE' })
  for (const times of [1, 2]) {
    await submit.click()
    await expect.poll(() => sent.length).toBe(times * 2)
    await expect(submit).toBeEnabled()
  }
  const body = { name, email, ...profile }
  expect(sent).toEqual([
    ['POST', body],
    ['PUT', body],
    ['POST', body],
    ['PUT', body],
  ])
})

test('§7 POST /myReview: name, comment, starRating', async ({ page, user: _ }) => {
  await page.goto('/dashboard/myReview')
  await page.getByLabel('Name').fill('Ann Example')
  await page.getByLabel('Comment').fill('Watched on its way.')
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  const call = asked(page, 'POST', '/api/myReview')
  await page.getByRole('button', { name: 'REVIEW SUBMIT' }).click()
  expect((await call).postDataJSON()).toEqual({
    name: 'Ann Example',
    comment: 'Watched on its way.',
    starRating: 5,
  })
})
