import type { Page } from '@playwright/test'
import { payButton, typeCard } from '../paying.ts'
import { expect, forgive, type People, type Person, test } from './fixtures.ts'
import { anOrder, holdBack } from './shelf.ts'

async function toPay(page: Page, people: People, person: Person): Promise<void> {
  const { _id } = await anOrder(people, person)
  await page.goto(`/dashboard/payment/${_id}`)
}

test('§4 Payment form: Pay is disabled while the provider is not ready', async ({
  page,
  people,
  newcomer,
}) => {
  const release = await holdBack(page, '**/stripe/v3.js')
  await toPay(page, people, newcomer)
  await page.waitForResponse('**/api/create-payment-intent')
  await expect(payButton(page)).toBeDisabled()
  release()
  await expect(payButton(page)).toBeEnabled()
})

test('§4 Payment form: Pay is disabled when no client secret has been received', async ({
  page,
  people,
  newcomer,
}) => {
  const release = await holdBack(page, '**/api/create-payment-intent')
  await toPay(page, people, newcomer)
  await expect(page.getByText('Hello, Ann Example')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  release()
  await expect(payButton(page)).toBeEnabled()
})

test('§4 Payment form: Pay is disabled while confirmation is pending, and after success', async ({
  page,
  people,
  newcomer,
}) => {
  await toPay(page, people, newcomer)
  const release = await holdBack(page, '**/v1/payment_intents/*/confirm')
  await expect(payButton(page)).toBeEnabled()
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByText('Talking to your bank.')).toBeVisible()
  release()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
})

test('§4 Payment form: a provider error shows its message in red', async ({
  page,
  people,
  newcomer,
  complaints,
}) => {
  await toPay(page, people, newcomer)
  await typeCard(page, '4000000000000002')
  await payButton(page).click()
  const message = page.getByText('Your card was declined.')
  await expect(message).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await message.evaluate(element => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  forgive(complaints, /status of 402/)
})

test("§4 Payment form: success says 'Your transaction id' with the id, and the UI shows Paid", async ({
  page,
  people,
  newcomer,
}) => {
  await toPay(page, people, newcomer)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await expect(page.getByText('Your transaction id')).toBeVisible()
  const [order] = await (await newcomer.call('GET', `/myBooking/${newcomer.email}`)).json()
  expect(order.transactionId).toMatch(/^pi_/)
  await expect(page.getByText(order.transactionId, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'My Orders' }).last().click()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})
