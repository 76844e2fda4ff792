import type { Locator, Page } from '@playwright/test'
import { expectAccessible, overflowOf } from './accessible.ts'
import { payButton, typeCard } from './paying.ts'
import { allowErrors, logIn, newPage, recordErrors, signUp } from './shop.ts'
import { demoAdmin, expect, test } from './spec/fixtures.ts'
import { fillOrder, goods } from './spec/test-data.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function addVoucher(owner: Page, code: string, percent: string): Promise<void> {
  await owner.getByRole('button', { name: 'Add a voucher' }).click()
  await owner.getByLabel('Code', { exact: true }).last().fill(code)
  await owner.getByLabel('Percent off the goods').last().fill(percent)
  await owner.getByLabel('First day').last().fill('2020-01-01')
}

async function order(page: Page, item: string, quantity: string): Promise<void> {
  await page.goto(`/items/${item}`)
  await expect(page.getByLabel('Full name')).toBeVisible()
  await fillOrder(page, quantity)
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible()
}

/** Opens the payment page of all orders in the bag. */
async function pay(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: /account and bag$/ }).click()
  await page.getByRole('dialog', { name: 'Your bag' }).getByRole('link', { name: words }).click()
}

const lastLines = (slip: Locator) => slip.locator('.slip-lines > li:not(:has(.slip-number)), .slip-total')

const slipOf = (page: Page, name = 'Order slip') => page.getByRole('region', { name })

const saves = (code: string, amount: string) => `Voucher ${code} saves you ${amount}.`

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Voucher code').fill(code)
  await page.getByRole('button', { name: 'Use voucher' }).click()
}

/** Fails if a page names another sum than the card is charged, or if a wrong code keeps people from paying. */
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`at ${width} pixels, a link's voucher is on slip and receipt, a wrong one is not, and one covers all`, async ({
    openShop,
    browser,
    consoleErrors,
  }) => {
    test.slow()
    const { shop, page: owner } = await openShop({})
    await owner.setViewportSize({ width, height })
    const buyer = await newPage(browser, `${shop.url}/robots.txt`)
    await buyer.setViewportSize({ width, height })
    recordErrors(buyer, consoleErrors)

    await owner.goto('/login')
    await logIn(owner, demoAdmin)
    await expect(owner).toHaveURL('/')
    await owner.goto('/dashboard/manageItems?panel=shop')
    await owner.getByRole('button', { name: 'Selling', exact: true }).click()
    await addVoucher(owner, 'WELCOME10', '10')
    await addVoucher(owner, 'GIFT', '100')
    await save(owner)
    await expect(owner.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()

    await buyer.goto('/items?voucher=welc0me10')
    await signUp(buyer)
    await order(buyer, goods.tray, '1')
    await order(buyer, goods.candles, '4')
    await pay(buyer, 'Pay all · $72')
    await expect(buyer.getByText(saves('WELC0ME10', '$7.20'))).toBeVisible()
    await expect(payButton(buyer)).toHaveText('Pay $64.80')
    await expect(payButton(buyer)).toBeEnabled()
    if (width < 1000) await buyer.getByText('5 items · $64.80').click()
    await expect(lastLines(slipOf(buyer))).toHaveText(['Discount WELC0ME10-$7.20', 'Total$64.80'])
    expect(await overflowOf(buyer)).toBe(0)
    await buyer.getByRole('button', { name: 'Remove' }).click()
    await expect(payButton(buyer)).toHaveText('Pay $72')

    await buyer.getByText('I have a voucher').click()
    await enter(buyer, 'WELCOME11')
    const field = buyer.getByLabel('Voucher code')
    await expect(field).toHaveAccessibleDescription('There is no such voucher. Check how it is spelled.')
    await expect(field).toBeFocused()
    await expect(payButton(buyer)).toHaveText('Pay $72')
    await expect(payButton(buyer)).toBeEnabled()
    if (width > 1000) await expectAccessible(buyer)
    await buyer.setViewportSize({ width, height })
    await enter(buyer, 'welcome10')
    await expect(buyer.getByText(saves('WELCOME10', '$7.20'))).toBeVisible()
    await buyer.reload()
    await expect(buyer.getByText(saves('WELCOME10', '$7.20'))).toBeVisible()
    await expect(payButton(buyer)).toHaveText('Pay $64.80')
    await expect(payButton(buyer)).toBeEnabled()
    if (width > 1000) await expectAccessible(buyer)
    await buyer.setViewportSize({ width, height })
    await typeCard(buyer, '4242424242424242')
    await payButton(buyer).click()
    await expect(buyer.getByText('Congrats Your payment is completed')).toBeVisible()
    await expect(lastLines(slipOf(buyer, 'Receipt'))).toHaveText(['Discount WELCOME10-$7.20', 'Total$64.80'])

    await buyer.goto('/dashboard/myOrder')
    await buyer
      .getByRole('link', { name: /Oak Desk Tray/ })
      .first()
      .click()
    const own = buyer.getByRole('dialog', { name: 'Order details' })
    await expect(lastLines(own)).toHaveText(['Discount-$3.40', 'Total$30.60'])

    await order(buyer, goods.tray, '1')
    await pay(buyer, 'Pay · $34')
    const used = 'We could not use your voucher. You have used this voucher already.'
    await expect(buyer.getByText(used)).toBeVisible()
    await expect(payButton(buyer)).toBeEnabled()
    await buyer.getByText('I have a voucher').click()
    await enter(buyer, 'gift')
    await expect(buyer.getByText('Your voucher covers everything.')).toBeVisible()
    await expect(payButton(buyer)).toHaveCount(0)
    if (width > 1000) await expectAccessible(buyer)
    await buyer.setViewportSize({ width, height })
    await buyer.getByRole('button', { name: 'Complete order' }).click()
    await expect(buyer.getByRole('heading', { name: 'Your order is complete.' })).toBeFocused()
    await expect(lastLines(slipOf(buyer, 'Receipt'))).toHaveText(['Discount GIFT-$34', 'Total$0'])
    await expect(buyer.getByText(/^Paid with a voucher on \d+ \w+ \d{4}$/)).toHaveCount(2)
    await expect(buyer.getByText('noted_')).toHaveCount(0)
    expect(await overflowOf(buyer)).toBe(0)
    allowErrors(consoleErrors, /status of 409/)
    await buyer.context().close()
  })
