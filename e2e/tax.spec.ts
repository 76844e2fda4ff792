import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { newPage, recordErrors, signUp, signUpAsOwner } from './shop.ts'
import { expect, test } from './spec/fixtures.ts'

const baguette = {
  name: 'Baguette',
  description: 'Baked at five in the morning.',
  photoUrl: '/pictures/stoneware-mug-960.webp',
  availableQuantity: 12,
  mustQuantity: 1,
  price: 1.3,
}

async function openSelling(page: Page): Promise<void> {
  await page.goto('/dashboard/manageItems?panel=shop')
  await page.getByRole('button', { name: 'Selling', exact: true }).click()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function typeRate(page: Page, name: string, percent: string, from: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a rate' }).click()
  await page.getByLabel('Name of the rate').last().fill(name)
  await page.getByLabel('Percent', { exact: true }).last().fill(percent)
  await page.getByLabel('First day').last().fill(from)
}

async function addItem(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const { _id } = await (await page.request.post('/api/addItem', { headers, data: baguette })).json()
  return _id
}

const includesTax = (page: Page) => page.getByText(/^Includes .+ tax$/)

/** Fails if a part of the shop speaks of tax before there is a rate, or if the page changes while it starts. */
test('an owner enters two rates, gives an item the second, and its page names the tax', async ({
  openShop,
  browser,
  consoleErrors,
}) => {
  const { shop, page: owner } = await openShop({ SHOP_MODE: 'live', SHOP_NAME: 'Boulangerie' })
  await signUpAsOwner(owner, shop.log())
  const item = await addItem(owner)
  const visitor = await newPage(browser, `${shop.url}/robots.txt`)
  recordErrors(visitor, consoleErrors)
  await signUp(visitor, 'Zoé Martin')
  await visitor.goto(`/items/${item}`)
  await expect(visitor.getByText('$1.30').first()).toBeVisible()
  await expect(includesTax(visitor)).toHaveCount(0)
  await owner.goto('/dashboard/addItem')
  await owner.getByText('More details').click()
  await expect(owner.getByLabel('Family')).toBeVisible()
  await expect(owner.getByLabel('Tax', { exact: true })).toHaveCount(0)

  await openSelling(owner)
  await typeRate(owner, 'Standard', '300', '')
  await save(owner)
  const percent = owner.getByLabel('Percent', { exact: true })
  await expect(percent).toBeFocused()
  await expect(percent).toHaveAccessibleDescription(/^Enter 0 to 100\./)
  const from = owner.getByLabel('First day')
  await expect(from).toHaveAccessibleDescription(/^Enter a date such as 2026-11-15\./)
  await expectAccessible(owner)
  await percent.clear()
  await save(owner)
  await expect(percent).toHaveAccessibleDescription(/^Enter 0 to 100\./)
  await percent.pressSequentially('20.0')
  await from.fill('2020-01-01')
  await typeRate(owner, 'Reduced', '5.5', '2020-01-01')
  await save(owner)
  await expect(owner.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()
  const rates = owner.getByRole('group', { name: 'Tax rates' }).locator('summary')
  await expect(rates).toHaveText(['Standard 20 % from Jan 1, 2020', 'Reduced 5.5 % from Jan 1, 2020'])

  await visitor.reload()
  await expect(includesTax(visitor)).toHaveText(['Includes 20 % tax', 'Includes 20 % tax'])
  await owner.goto(`/dashboard/manageItems?item=${item}`)
  await owner.getByText('More details').click()
  const tax = owner.getByLabel('Tax', { exact: true })
  await expect(tax.getByRole('option')).toHaveText(['Standard (20 %, usual)', 'Reduced (5.5 %)'])
  await tax.selectOption('Reduced')
  await expectAccessible(owner)
  await save(owner)
  await expect(owner.getByText('Baguette was saved').first()).toBeVisible()

  await visitor.reload()
  await expect(includesTax(visitor)).toHaveText(['Includes 5.5 % tax', 'Includes 5.5 % tax'])
  await expectAccessible(visitor)
  expect(await (await visitor.request.get(`/items/${item}`)).text()).toContain('Includes 5.5\u00a0% tax')
  await visitor.context().close()
})
