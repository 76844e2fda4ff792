import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { payButton, typeCard } from './paying.ts'
import { expect, test } from './spec/fixtures.ts'
import { anOrder, fillOrder, goods, itemOf, orderBody, pay, rowOf } from './spec/test-data.ts'

/** Orders an item from its page with the buyer's saved details. */
async function orderWithKnownDetails(page: Page, id: string, steps: number): Promise<void> {
  await page.goto(`/items/${id}`)
  await page.getByRole('button', { name: 'Use my details' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('1 Test Street')
  for (let step = 0; step < steps; step++)
    await page.getByRole('button', { name: 'Quantity: one more' }).click()
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeFocused()
}

test('the order’s confirmation replaces the form, and the bag shows the order', async ({
  page,
  newcomer: _,
}) => {
  await page.goto(`/items/${goods.mug}`)
  await fillOrder(page, '2')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  const heading = page.getByRole('heading', { name: 'Your order is placed' })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('region', { name: 'Order slip' })).toContainText(
    /Stoneware Mug.*2 pieces.*\$44/,
  )
  await expect(page.getByRole('link', { name: /^Your bag: 1 order to pay, the first is held/ })).toBeVisible()

  await orderWithKnownDetails(page, goods.tray, 2)
  await expect(page.getByRole('region', { name: 'Order slip' })).toContainText(
    /Oak Desk Tray.*2 pieces.*\$68/,
  )
  await expect(page.getByRole('link', { name: /^Your bag: 2 orders/ })).toBeVisible()
  await page.getByRole('link', { name: /^Your bag/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Your bag' })
  await expect(sheet.getByRole('link', { name: 'Pay all · $112' })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrder')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('2 orders wait in your bag, $112')).toBeVisible()
  await expectAccessible(page)
})

test('two orders are paid with one card entry, and one receipt is stamped', async ({
  page,
  people,
  newcomer,
}) => {
  await anOrder(people, newcomer, 2)
  const tray = await itemOf(people, goods.tray)
  await newcomer.call('POST', '/booking', orderBody(newcomer, tray, 1))
  await page.goto('/dashboard/myOrder')
  await page.getByRole('link', { name: 'Pay 2 together' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /and 1 more$/ })).toBeVisible()
  await expect(payButton(page)).toHaveText('Pay $78')
  await expect(payButton(page)).toBeEnabled()
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
    /Oak Desk Tray.*Stoneware Mug.*\$78/,
  )
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click()
  await expect(page.getByText('Paid', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('link', { name: /^Your bag/ })).toHaveCount(0)
})

test('the receipt of a paid order prints alone on one sheet, and the order can be repeated', async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  const { _id, number } = await pay(request, shop.sandboxUrl, newcomer, await anOrder(people, newcomer))
  await page.goto('/dashboard/myOrder')
  await page.getByRole('link', { name: 'Stoneware Mug Details' }).click()
  await expect(page).toHaveURL(`/dashboard/myOrder?order=${_id}`)
  const panel = page.getByRole('dialog', { name: 'Order details' })
  await expect(panel.getByRole('button', { name: /^PDF of INV-/ })).toBeVisible()
  await expect(panel.getByText('What happened')).toBeVisible()
  await expectAccessible(page)

  const asked = page.evaluate(() => new Promise<void>(resolve => Object.assign(window, { print: resolve })))
  await panel.getByRole('button', { name: 'Print receipt' }).click()
  await asked
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.printed .slip')
  await expect(sheet).toContainText(number)
  await expect(sheet.getByText('Paid', { exact: true })).toBeVisible()
  expect(
    await sheet.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth),
  ).toBeGreaterThan(0)
  await expect(rowOf(page, newcomer.email)).toBeHidden()
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(sheets.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.printed')).toHaveCount(0)

  await panel.getByRole('link', { name: 'Order again' }).click()
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await expect(page.getByText('$66', { exact: true })).toBeVisible()
})
