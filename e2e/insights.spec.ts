import { expect, test } from './spec/fixtures.ts'

test('the period of the figures is selected by keyboard, and the figures link to their orders and items', async ({
  page,
  admin: _,
}) => {
  await page.goto('/dashboard/manageAllOrders')
  const strip = page.getByRole('region', { name: 'Shop performance' })
  await expect(strip.getByRole('term')).toHaveText(['Sales', 'Orders', 'Average order', 'Units', 'Refunds'])
  await expect(strip.getByText(/^\d+ percent (more|less) than the previous 30 days$/).first()).toBeAttached()
  await strip.getByRole('link', { name: 'Year' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/manageAllOrders?days=365')
  await expect(strip.getByRole('heading', { name: /^Monthly sales/ })).toBeVisible()
  await page.goBack()
  await expect(strip.getByRole('heading', { name: /^Daily sales/ })).toBeVisible()

  await strip.getByRole('link', { name: /to send$/ }).click()
  await expect(page).toHaveURL('/dashboard/manageAllOrders?state=paid')
  await expect(page.getByRole('row').nth(1)).toContainText('To send')
  await strip.getByRole('button', { name: 'Shop performance' }).click()
  await strip.getByRole('link', { name: 'Dome Desk Lamp' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Edit item' })
  await expect(panel.getByText('Sent back to the maker')).toBeVisible()
})

test('the bars are available as a table, which is also what prints', async ({ page, admin: _ }) => {
  await page.goto('/dashboard/manageAllOrders')
  const table = page.getByRole('table', { name: 'Sales by day' })
  const button = page.getByRole('button', { name: 'As a table' })
  await expect(button).toBeVisible()
  await expect(table).toBeHidden()
  await button.click()
  await expect(table.getByRole('row')).toHaveCount(31)
  await button.click()
  await expect(table).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await page.emulateMedia({ media: null })
})

/** Fails if the sandbox lacks the demo's charges (scripts/past-charges.ts): the provider refuses the refund. */
test('an order from the demo’s history is refunded at the provider, and the refund is in the figures', async ({
  page,
  people,
  admin: _,
  request,
  shop,
}) => {
  const [order] = await (await people.admin.call('GET', '/booking?state=sent&limit=1')).json()
  const before = await (await people.admin.call('GET', '/insights?days=1')).json()
  const refund = `${shop.sandboxUrl}/stripe/test/${order.transactionId}/refund`
  expect((await request.post(refund, { data: {} })).status()).toBe(200)
  await expect
    .poll(async () => (await (await people.admin.call('GET', '/insights?days=1')).json()).totals.refunds)
    .toBeGreaterThan(before.totals.refunds)
  await page.goto(`/dashboard/manageAllOrders?days=1&order=${order._id}`)
  await expect(page.getByRole('dialog', { name: 'Order' })).toContainText('Refunded by the card provider')
})
