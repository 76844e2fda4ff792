import type { Locator, Page } from '@playwright/test'
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
  const started = page.waitForResponse('**/api/create-payment-intent')
  await toPay(page, people, newcomer)
  await started
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

test('§4 Payment form: what the provider refuses, and what it takes then', async ({
  page,
  people,
  newcomer,
  complaints,
}) => {
  await toPay(page, people, newcomer)
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
  forgive(complaints, /status of 402/)
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
