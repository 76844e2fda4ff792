import type { Page } from '@playwright/test'
import { openDatabase } from '../src/server/db/engine/open-database.ts'
import { changeContent } from '../tests/helpers/content.ts'
import type { RunningShop } from '../tests/helpers/running-shop.ts'
import { expectAccessible, overflowOf } from './accessible.ts'
import { orderAndPay, typeCard } from './paying.ts'
import { allowErrors, logIn, newPage, signUp, signUpAsOwner } from './shop.ts'
import { demoAdmin, expect, test } from './spec/fixtures.ts'

const mug = {
  name: 'Morning mug',
  description: 'Thrown on the wheel, and glazed in the blue of the Saône.',
  photoUrl: '/pictures/stoneware-mug-960.webp',
  availableQuantity: 12,
  mustQuantity: 1,
  price: 4.9,
}

async function openSelling(page: Page): Promise<void> {
  await page.goto('/dashboard/manageItems?panel=shop')
  await page.getByRole('button', { name: 'Selling', exact: true }).click()
}

const wordsOn = (page: Page) => page.locator('body').innerText()

async function choose(page: Page, currency: string): Promise<void> {
  await page.getByLabel('Currency').selectOption(currency)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}

/** Fails if a page or a form of such a shop still speaks of dollars. */
test('an owner in Lyon chooses euros, and every price is in euros', async ({ openShop, browser }) => {
  const { shop, page: owner } = await openShop({ SHOP_MODE: 'live', SHOP_NAME: 'Atelier Lumière' })
  await signUpAsOwner(owner, shop.log())
  await openSelling(owner)
  await Promise.all([owner.waitForEvent('load'), choose(owner, 'EUR')])
  await owner.goto('/dashboard/addItem')
  await expect(owner.getByLabel('Price (€)')).toBeVisible()
  const token = await owner.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const { _id } = await (await owner.request.post('/api/addItem', { headers, data: mug })).json()

  const visitor = await newPage(browser, `${shop.url}/robots.txt`)
  await signUp(visitor, 'Zoé Martin')
  for (const path of ['/', '/items', `/items/${_id}`]) {
    await visitor.goto(path)
    await expect(visitor.getByText('€4.90').first(), path).toBeVisible()
    expect(await wordsOn(visitor), path).not.toContain('$')
  }
  expect(await (await visitor.request.get(`/items/${_id}`)).text()).toContain('"priceCurrency":"EUR"')

  await openSelling(owner)
  await Promise.all([owner.waitForEvent('load'), choose(owner, 'JPY')])
  await visitor.goto(`/items/${_id}`)
  await expect(visitor.getByText('¥5', { exact: true }).first()).toBeVisible()
  await owner.goto('/dashboard/addItem')
  await owner.getByLabel('Price (¥)').fill('4.9')
  await owner.getByRole('button', { name: 'ADD ITEM' }).click()
  await expect(owner.getByText('Enter an amount without decimals.')).toBeVisible()
  await visitor.context().close()
})

/** As if the demo had always sold in euros: its own panel cannot change what its orders are in. */
async function sellInEuros({ environment }: RunningShop): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment
  const db = await openDatabase({ dataDir, databaseUrl }, () => undefined)
  await changeContent({ deps: { db, now: Date.now } }, { currency: 'EUR' })
  await db.close()
}

test('an order is paid and partly refunded in euros, which then stay', async ({
  openShop,
  browser,
  consoleErrors,
}) => {
  const { shop, page: owner } = await openShop({})
  await sellInEuros(shop)
  const buyer = await newPage(browser, `${shop.url}/robots.txt`)
  await signUp(buyer, 'Zoé Martin')
  await expect
    .poll(async () => (await buyer.request.get('/')).text(), { message: 'the shop reads its currency' })
    .toContain('€34')
  await orderAndPay(buyer)
  const pay = buyer.getByRole('button', { name: 'Pay €68' })
  for (const width of [1280, 390]) {
    await buyer.setViewportSize({ width, height: 800 })
    await expect(pay).toBeVisible()
    expect(await overflowOf(buyer)).toBe(0)
  }
  await typeCard(buyer, '4242424242424242')
  await pay.click()
  await expect(buyer.getByText('Congrats Your payment is completed')).toBeVisible()
  await buyer.setViewportSize({ width: 1280, height: 800 })
  await buyer.goto('/dashboard/myOrder')
  await expect(buyer.getByText('€68').first()).toBeVisible()
  expect(await wordsOn(buyer)).not.toContain('$')

  await owner.goto('/login')
  await logIn(owner, demoAdmin)
  await expect(owner.getByRole('button', { name: 'Logout' })).toBeVisible()
  const token = await buyer.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const email = await buyer.evaluate(() => document.body.innerText.match(/ann-\S+@example\.com/)?.[0])
  const [order] = await (await buyer.request.get(`/api/myBooking/${email}`, { headers })).json()
  await owner.goto(`/dashboard/manageAllOrders?order=${order._id}`)
  const panel = owner.getByRole('dialog', { name: 'Order' })
  await panel.getByLabel('Amount (€)').fill('1.23')
  await panel.getByLabel('Reason').fill('Scratched handle')
  await panel.getByLabel('Units to restock').fill('0')
  await panel.getByRole('button', { name: 'Refund €1.23' }).click()
  await expect(panel.getByText('€1.23 of €68 refunded').first()).toBeVisible()
  await expectAccessible(owner)
  await owner.goto('/dashboard/manageAllOrders')
  await expect(owner.getByText(/^€[\d,]+/).first()).toBeVisible()
  expect(await wordsOn(owner)).not.toContain('$')

  await openSelling(owner)
  await choose(owner, 'USD')
  const sentence = 'Your shop has taken money in euros (EUR), so it stays with that currency.'
  await expect(owner.getByText(sentence).first()).toBeInViewport()
  allowErrors(consoleErrors, /status of 409/)
  await expectAccessible(owner)
  await buyer.context().close()
})
