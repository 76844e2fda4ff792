import type { Page } from '@playwright/test'
import { orderAndPay, payButton, typeCard } from './paying.ts'
import { allowErrors, expect, navigateTo, type People, type Person, signIn, test } from './spec/fixtures.ts'
import { anOrder } from './spec/test-data.ts'

interface Mail {
  subject: string
  text: string
}

/** Places an order and opens its payment page. */
async function openPaymentPage(page: Page, people: People, person: Person): Promise<void> {
  const { _id } = await anOrder(people, person)
  await page.goto(`/dashboard/payment/${_id}`)
  await expect(payButton(page)).toBeEnabled()
}

test('a card is charged, the admin sees Paid, the receipt is emailed, and no card number reaches the shop', async ({
  page,
  people,
  shop,
  request,
  newcomer: { email },
}) => {
  const sent: string[] = []
  page.on('request', asked => {
    if (asked.url().startsWith(shop.url)) sent.push(`${asked.url()} ${asked.postData() ?? ''}`)
  })
  const id = await orderAndPay(page)
  await expect(page.getByRole('heading', { name: `Please pay for ${id} for Oak Desk Tray` })).toBeVisible()
  await expect(page.getByText('Hello, Ann Example')).toBeVisible()
  await expect(page.getByText('$68', { exact: true })).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await expect(page.getByText('Your transaction id')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  const transaction = await page.getByText(/^pi_\w+$/).innerText()

  expect(await page.content()).not.toMatch(/4242[ -]?4242/)
  expect(sent.join('\n')).not.toMatch(/4242[ -]?4242/)
  expect(shop.log()).not.toMatch(/4242[ -]?4242/)

  await navigateTo(page, '/dashboard/myOrder')
  const row = page.getByRole('row').filter({ hasText: 'Oak Desk Tray' })
  await expect(row).toContainText('Paid')
  await expect(row.getByRole('button', { name: /Remove/ })).toHaveCount(0)

  await expect
    .poll(
      async () =>
        ((await (await request.get(`${shop.sandboxUrl}/mailbox.json?to=${email}`)).json()) as Mail[]).length,
    )
    .toBe(1)
  const [mail] = (await (await request.get(`${shop.sandboxUrl}/mailbox.json?to=${email}`)).json()) as Mail[]
  expect(mail?.subject).toBe('Your receipt for Oak Desk Tray')
  expect(mail?.text).toContain(transaction)
  await signIn(page, people.admin)
  await page.goto('/dashboard/manageAllOrders')
  const seenByAdmin = page.getByRole('row').filter({ hasText: email }).getByRole('cell')
  await expect(seenByAdmin).toHaveText([/^\d+$/, email, /^Oak Desk Tray/, '2', '$68', 'Paid'])
  await page.goto(`${shop.sandboxUrl}/mailbox?to=${email}`)
  await expect(page.getByText('Your receipt for Oak Desk Tray').first()).toBeVisible()
})

test('3-D Secure: failed, then completed', async ({ page, people, newcomer, consoleErrors }) => {
  await openPaymentPage(page, people, newcomer)
  const bank = page.frameLocator('dialog iframe')
  await typeCard(page, '4000002500003155')
  await payButton(page).click()
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'unable to authenticate' })).toBeVisible()
  await typeCard(page, '4000002500003155')
  await payButton(page).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  allowErrors(consoleErrors, /status of 402/)
})
