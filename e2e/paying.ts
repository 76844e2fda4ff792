import { expect, type Page } from '@playwright/test'

/** Orders an item through the pages, opens its payment page, and returns the order's id. */
export async function orderAndPay(page: Page, item = 'Oak Desk Tray'): Promise<string> {
  await page.goto(`/items?search=${encodeURIComponent(item)}`)
  await page.getByRole('link', { name: `ORDER NOW: ${item}` }).click()
  await page.getByLabel('Full name').fill('Ann Example')
  await page.getByLabel('Mobile number').fill('555 0100')
  await page.getByLabel('Address').fill('1 Test Street')
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('Add Item successfully')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
  await page
    .getByRole('link', { name: /^Payment/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  return page.url().split('/').at(-1) ?? ''
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** Types a card into the provider's frame. */
export async function typeCard(
  page: Page,
  number: string,
  { expiry = '1234', code = '123' } = {},
): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiration date').fill(expiry)
  await frame.getByLabel('Security code').fill(code)
}
