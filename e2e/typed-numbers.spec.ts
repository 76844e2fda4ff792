import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { signUpAsOwner } from './shop.ts'
import { expect, test } from './spec/fixtures.ts'
import { anItem, rowOf } from './spec/test-data.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** As fingers do: a whole value set at once would hide that the browser drops the comma. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Fails if such a field is of type number: delivery costs 490 then, and the rate is 55 %. */
test('an owner types amounts and a rate with a comma, and visitors read what was meant', async ({
  openShop,
}) => {
  const { shop, page } = await openShop({ SHOP_MODE: 'live', SHOP_NAME: 'Atelier Lumière' })
  await signUpAsOwner(page, shop.log())
  await page.goto('/dashboard/manageItems?panel=shop')
  await page.getByRole('button', { name: 'Selling', exact: true }).click()
  await page.getByLabel('Charge for delivery').check()
  await type(page, 'Price of delivery', '1,234')
  await save(page)
  await expect(page.getByLabel('Price of delivery')).toHaveAccessibleDescription(
    /^Leave out the thousands separator: write 1234 or 1\.23\./,
  )
  await expectAccessible(page)
  await type(page, 'Price of delivery', '4,90')
  await type(page, 'Free from', '1 080,50')
  await page.getByRole('button', { name: 'Add a rate' }).click()
  await type(page, 'Name of the rate', 'Reduced')
  await type(page, 'Percent', '5,5')
  await page.getByLabel('First day').fill('2026-01-01')
  await save(page)
  await expect(page.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const { content } = await (await page.request.get('/api/shopContent', { headers })).json()
  expect(content.deliveryPrice).toEqual({ price: 4.9, freeFrom: 1080.5 })
  expect(content.taxRates[0].percent).toBe(5.5)
  await page.reload()
  await page.getByRole('button', { name: 'Selling', exact: true }).click()
  await expect(page.getByLabel('Price of delivery')).toHaveValue('4.9')
})

/** Its input is of type number, because the specification says so. */
test('the price of an item takes a comma as a point', async ({ page, people, admin: _ }) => {
  const item = await anItem(people, `Comma Tray ${process.pid}`)
  await page.goto('/dashboard/manageItems')
  await page.getByLabel('Search items').fill(`comma ${process.pid}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await rowOf(page, item.name)
    .getByLabel(/^Price in \$/)
    .click()
  await page.keyboard.type('35,5')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${item.name} costs $35.50 now`)).toBeVisible()
  await page.goto('/dashboard/addItem')
  await type(page, 'Price ($)', '4,90')
  await expect(page.getByLabel('Price ($)')).toHaveValue('4.90')
})
