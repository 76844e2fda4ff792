import type { Locator } from '@playwright/test'
import { payButton, typeCard } from '../paying.ts'
import { allowErrors, expect, test } from './fixtures.ts'
import { bearer, nextRequest, tokenOf } from './requests.ts'
import { anOrder, delayResponses } from './test-data.ts'

test('§2 Route /dashboard/payment/{id}: a signed-in user pays for booking {id}', async ({
  page,
  shop,
  people,
  newcomer,
}) => {
  const order = await anOrder(people, newcomer, 5)
  const address = `/api/booking/${order._id}`
  const calls = {
    reads: nextRequest(page, 'GET', address),
    starts: nextRequest(page, 'POST', '/api/create-payment-intent'),
    settles: nextRequest(page, 'PATCH', address),
  }
  const started = await delayResponses(page, '**/api/create-payment-intent')
  await page.goto(`/dashboard/payment/${order._id}`)
  await test.step("§2 Payment page: 'Please pay for {id} for {item name}'", async () => {
    const heading = page.getByRole('heading', { level: 2, name: 'Please pay for' })
    await expect(heading).toHaveText(`Please pay for ${order._id} for Stoneware Mug`)
  })
  await test.step('§2 Payment page: greeting with the owner name, and the amount in dollars', async () => {
    await expect(page.getByText('Hello, Ann Example')).toBeVisible()
    await expect(page.getByText('$110', { exact: true })).toBeVisible()
  })
  await test.step('§4 Payment form: Pay is disabled when no client secret has been received', async () => {
    await calls.starts
    await expect(payButton(page)).toBeDisabled()
    started()
    await expect(payButton(page)).toBeEnabled()
  })
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  const fields = ['Card number', 'Expiration date', 'Security code'].map(label => frame.getByLabel(label))
  await test.step('§2 Payment page: card entry and a Pay button', async () => {
    for (const field of fields) await expect(field).toBeEditable()
    await expect(payButton(page)).toHaveText('Pay $110')
  })
  await test.step('§9 Card form text size 16 px', async () => {
    for (const field of fields) await expect(field).toHaveCSS('font-size', '16px')
  })
  await test.step('the card fields are set in the shop’s own face', async () => {
    const [number] = fields
    if (!number) return
    await expect(number).toHaveCSS('font-family', /^Figtree/)
    const loaded = () =>
      number.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`))
    await expect.poll(loaded).toEqual(['Figtree loaded'])
  })
  const host = await fields[0]?.evaluate(() => location.origin)
  const confirmed = await delayResponses(page, '**/v1/payment_intents/*/confirm')
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await test.step('§4 Payment form: Pay is disabled while confirmation is pending, and after success', async () => {
    await expect(payButton(page)).toBeDisabled()
    await expect(page.getByText('Contacting your bank.')).toBeVisible()
    confirmed()
    await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
    await expect(payButton(page)).toBeDisabled()
  })
  await test.step('§1 Signed-in users pay for an order by card through a hosted card payment provider', async () => {
    expect(host).toBe(new URL(shop.sandboxUrl).origin)
    expect(await (await newcomer.call('GET', `/booking/${order._id}`)).json()).toMatchObject({ paid: true })
  })
  await test.step('§7 Paying: GET /booking/{id}, POST /create-payment-intent and PATCH /booking/{id} with the bearer token', async () => {
    for (const call of Object.values(calls)) expect(await bearer(await call)).toBe(tokenOf(newcomer))
    expect((await calls.starts).postDataJSON()).toEqual(order)
    expect((await calls.settles).postDataJSON()).toEqual({
      bookingId: order._id,
      transactionId: expect.stringMatching(/^pi_\w+$/),
    })
  })
})

test('§4 Payment form: refused cards, then an accepted one', async ({
  page,
  people,
  newcomer,
  consoleErrors,
}) => {
  const { _id } = await anOrder(people, newcomer)
  const release = await delayResponses(page, '**/stripe/v3.js')
  const started = page.waitForResponse('**/api/create-payment-intent')
  await page.goto(`/dashboard/payment/${_id}`)
  await test.step('§4 Payment form: Pay is disabled while the provider is not ready', async () => {
    await started
    await expect(payButton(page)).toBeDisabled()
    release()
    await expect(payButton(page)).toBeEnabled()
  })
  for (const { number, message } of [
    { number: '424242', message: 'Your card number is incomplete.' },
    { number: '4000000000000002', message: 'Your card was declined.' },
    { number: '4000000000009995', message: 'Your card has insufficient funds.' },
    { number: '4000000000000127', message: "Your card's security code is incorrect." },
    { number: '4000000000000069', message: 'Your card has expired.' },
  ]) {
    await test.step(`§8 Payment: the provider's error message is shown as is: '${message}'`, async () => {
      await typeCard(page, number)
      await payButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: message })).toHaveText(message)
      await expect(payButton(page)).toBeEnabled()
    })
  }
  await test.step('§4 Payment form: a provider error shows its message in red', async () => {
    const [red = 0, green = 0, blue = 0] = await colourOf(page.getByText('Your card has expired.'))
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  })
  allowErrors(consoleErrors, /status of 402/)
  await typeCard(page, '5555555555554444')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await test.step("§4 Payment form: success says 'Your transaction id' with the id, and the UI shows Paid", async () => {
    await expect(page.getByText('Your transaction id')).toBeVisible()
    const [order] = await (await newcomer.call('GET', `/myBooking/${newcomer.email}`)).json()
    expect(order.transactionId).toMatch(/^pi_/)
    await expect(page.getByText(order.transactionId, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'My Orders' }).last().click()
    await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  })
})

const colourOf = (words: Locator): Promise<number[]> =>
  words.evaluate(element => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
