import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { orderAndPay, payButton } from './paying.ts'
import { allowErrors, logIn, newPage } from './shop.ts'
import { demoAdmin, demoUser, expect, test } from './spec/fixtures.ts'
import { goods } from './spec/test-data.ts'

const text = 'We are on holiday. Orders again from August 3.'
const sentence = 'The shop is closed at the moment. You can order again from Aug 3, 2099.'

/** The preview of the panel shows another one. */
const notice = (page: Page) => page.locator('.skip-link ~ .closed-notice')

async function enter(page: Page, person: Parameters<typeof logIn>[1]): Promise<void> {
  await page.goto('/login')
  await logIn(page, person)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

async function openPanel(page: Page): Promise<void> {
  await page.goto('/dashboard/manageItems?panel=shop')
  await page.getByRole('button', { name: 'Selling', exact: true }).click()
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()
}

test('an owner closes the shop for a while: no new orders, and open ones are paid', async ({
  openShop,
  browser,
  consoleErrors,
}) => {
  test.slow()
  const { shop, page: owner } = await openShop({})
  const buyer = await newPage(browser, `${shop.url}/robots.txt`)
  await enter(owner, demoAdmin)
  await enter(buyer, demoUser)
  await orderAndPay(buyer)
  const payment = buyer.url()
  await buyer.goto(`/items/${goods.mug}`)
  const typed = { 'Full name': 'Ann Example', 'Mobile number': '555 0100', Address: '1 Test Street' }
  for (const [label, value] of Object.entries(typed)) await buyer.getByLabel(label).fill(value)
  await buyer.getByLabel('Quantity', { exact: true }).fill('2')

  await openPanel(owner)
  await owner.getByLabel('Closed for a while').check()
  await owner.getByLabel('Text above all pages').fill(text)
  await owner.getByLabel('Last day without orders').fill('2020-08-02')
  await expect(owner.locator('.preview').getByText(text)).toBeVisible()
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.getByText('This day is over. Choose today or a later day.')).toBeInViewport()
  allowErrors(consoleErrors, /status of 400/)
  await owner.getByLabel('Last day without orders').fill('2099-08-02')
  await save(owner)
  await expect(notice(owner)).toHaveText(text)

  await buyer.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(buyer.getByText(sentence)).toBeVisible()
  for (const [label, value] of Object.entries(typed)) await expect(buyer.getByLabel(label)).toHaveValue(value)
  await buyer.reload()
  await expect(buyer.getByText(sentence)).toBeVisible()
  await expect(buyer.getByRole('button', { name: 'ORDER NOW' })).toHaveCount(0)
  await expectAccessible(buyer)
  for (const path of ['/', '/items', '/team', '/dashboard', '/dashboard/myOrder', '/no/such/page']) {
    await buyer.goto(path)
    await expect(notice(buyer), path).toHaveText(text)
  }
  await expectAccessible(buyer)
  await buyer.goto(payment)
  await expect(payButton(buyer)).toBeEnabled()

  await openPanel(owner)
  await owner.getByLabel('Closed for a while').uncheck()
  await save(owner)
  await expect(notice(owner)).toBeEmpty()
  await buyer.goto(`/items/${goods.mug}`)
  await expect(buyer.getByRole('button', { name: 'ORDER NOW' })).toBeVisible()
  await expect(notice(buyer)).toBeEmpty()
  await buyer.context().close()
})
