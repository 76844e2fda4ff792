import type { Locator, Page } from '@playwright/test'
import { expectAccessible, overflowOf } from './accessible.ts'
import { payButton, typeCard } from './paying.ts'
import { allowErrors, logIn, newPage, recordErrors, signUp } from './shop.ts'
import { demoAdmin, expect, test } from './spec/fixtures.ts'
import { fillOrder, goods } from './spec/test-data.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function openSelling(owner: Page): Promise<void> {
  await owner.goto('/dashboard/manageItems?panel=shop')
  await owner.getByRole('button', { name: 'Selling', exact: true }).click()
}

async function chargeForDelivery(owner: Page): Promise<void> {
  await openSelling(owner)
  await owner.getByLabel('Charge for delivery').check()
  const price = owner.getByLabel('Price of delivery')
  await price.fill('4.905')
  await save(owner)
  await expect(price).toHaveAccessibleDescription(/^Enter an amount with at most two decimals\./)
  await price.fill('4.90')
  await owner.getByLabel('Free from').fill('80')
  await save(owner)
  await expect(owner.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()
}

const plusDelivery = (page: Page) => page.getByText('Plus $4.90 delivery, free from $80')

/** Orders through the page of an item, and returns the slip. */
async function order(page: Page, item: string, quantity: string): Promise<Locator> {
  await page.goto(`/items/${item}`)
  await expect(page.getByLabel('Full name')).toBeVisible()
  await fillOrder(page, quantity)
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible()
  return page.getByRole('region', { name: 'Order slip' })
}

async function openBag(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /account and bag$/ }).click()
  return page.getByRole('dialog', { name: 'Your bag' })
}

async function payWithCard(page: Page, amount: string): Promise<Locator> {
  await expect(payButton(page)).toHaveText(`Pay ${amount}`)
  await expect(payButton(page)).toBeEnabled()
  expect(await overflowOf(page)).toBe(0)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  return page.getByRole('region', { name: 'Receipt' })
}

const lastLines = (slip: Locator) => slip.locator('.slip-lines > li:not(:has(.slip-number)), .slip-total')

const rightOf = (slip: Locator, price: string) =>
  slip.getByText(price, { exact: true }).evaluate(element => element.getBoundingClientRect().right)

const fact = (panel: Locator, name: string) =>
  panel.locator('.order-facts > div').filter({ has: panel.page().getByText(name, { exact: true }) })

/** Fails if a page names another sum than the card is charged, or delivery for each order. */
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`at ${width} pixels, two orders have one delivery, a larger one has none, and a new price is told`, async ({
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
    await signUp(buyer)
    await buyer.goto(`/items/${goods.tray}`)
    await expect(buyer.getByLabel('Full name')).toBeVisible()
    await expect(plusDelivery(buyer)).toHaveCount(0)

    await owner.goto('/login')
    await logIn(owner, demoAdmin)
    await expect(owner).toHaveURL('/')
    await chargeForDelivery(owner)
    allowErrors(consoleErrors, /status of 400/)

    await buyer.reload()
    await expect(plusDelivery(buyer)).toHaveCount(2)
    await expect(buyer.getByText('$34', { exact: true }).first()).toBeVisible()
    expect(await overflowOf(buyer)).toBe(0)
    expect(await (await buyer.request.get(`/items/${goods.tray}`)).text()).toContain('Plus $4.90 delivery')
    await expect(lastLines(await order(buyer, goods.tray, '1'))).toHaveText(['Delivery$4.90', 'Total$38.90'])
    await expect(lastLines(await order(buyer, goods.candles, '4'))).toHaveText([
      'Delivery$4.90',
      'Total$42.90',
    ])
    const oneForBoth = 'One delivery for all: $4.90, free from $80 ($8 to go).'
    await expect(buyer.getByText(oneForBoth)).toBeVisible()

    const sheet = await openBag(buyer)
    await expect(sheet.getByText(oneForBoth)).toBeVisible()
    await sheet.getByRole('link', { name: 'Pay all · $76.90' }).click()
    await expect(payButton(buyer)).toHaveText('Pay $76.90')
    if (width < 1000) await buyer.getByText('5 items · $76.90').click()
    await expect(lastLines(buyer.getByRole('region', { name: 'Order slip' }))).toHaveText([
      'Delivery$4.90',
      'Total$76.90',
    ])
    const receipt = await payWithCard(buyer, '$76.90')
    await expect(lastLines(receipt)).toHaveText(['Delivery$4.90', 'Total$76.90'])
    const [goodsEnd, deliveryEnd] = [await rightOf(receipt, '$34'), await rightOf(receipt, '$4.90')]
    expect(deliveryEnd, 'the price of delivery lines up with the others').toBe(goodsEnd)

    await buyer.goto('/dashboard/myOrder')
    await buyer
      .getByRole('link', { name: /Oak Desk Tray/ })
      .first()
      .click()
    const own = buyer.getByRole('dialog', { name: 'Order details' })
    await expect(lastLines(own)).toHaveText(['Delivery$2.31', 'Total$36.31'])
    await expect(fact(own, 'Delivery')).toHaveText('Delivery$2.31')
    await expect(fact(own, 'Total')).toHaveText('Total$36.31')
    const id = new URL(buyer.url()).searchParams.get('order')

    await owner.goto(`/dashboard/manageAllOrders?order=${id}`)
    const panel = owner.getByRole('dialog', { name: 'Order' })
    await expect(fact(panel, 'Delivery')).toHaveText('Delivery$2.31')
    await expect(panel.getByLabel('Amount ($)')).toHaveAccessibleDescription(
      '$36.31 of $36.31 is left to refund. The amount contains $2.31 of delivery.',
    )

    await buyer.goto(`/items/${goods.tray}`)
    await expect(plusDelivery(buyer)).toHaveCount(2)
    await buyer.getByLabel('Quantity', { exact: true }).fill('3')
    await expect(buyer.getByText('Free delivery')).toHaveCount(1)
    await expect(lastLines(await order(buyer, goods.tray, '3'))).toHaveText(['DeliveryFree', 'Total$102'])
    // At all widths, so once is enough.
    if (width > 1000) await expectAccessible(buyer)
    await buyer.setViewportSize({ width, height })
    const bag = await openBag(buyer)
    await expect(bag.getByText('Delivery is free.')).toBeVisible()
    await bag.getByRole('link', { name: 'Pay · $102' }).click()
    await expect(lastLines(await payWithCard(buyer, '$102'))).toHaveText(['Total$102'])

    await order(buyer, goods.candles, '4')
    await openSelling(owner)
    await owner.getByLabel('Price of delivery').fill('6')
    await save(owner)
    await expect(owner.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()
    await buyer.getByRole('link', { name: 'Pay now' }).click()
    const changed = 'The price of delivery has changed. This payment is now $44.'
    await expect(buyer.getByText(changed)).toBeVisible()
    await expect(payButton(buyer)).toHaveText('Pay $44')
    await expect(payButton(buyer)).toBeEnabled()
    if (width > 1000) await expectAccessible(buyer)
    await buyer.setViewportSize({ width, height })
    await expect((await openBag(buyer)).getByRole('link', { name: 'Pay · $44' })).toBeVisible()
    await buyer.context().close()
  })
