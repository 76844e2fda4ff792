import type { Locator } from '@playwright/test'
import { allowErrors, expect, test } from './fixtures.ts'
import { nextRequest, outage } from './requests.ts'
import { delayResponses } from './test-data.ts'

/** The number of cards in the first row. */
async function columnsOf(cards: Locator): Promise<number> {
  const tops = await cards.evaluateAll(all => all.map(card => Math.round(card.getBoundingClientRect().top)))
  return tops.filter(top => top === tops[0]).length
}

test("§2 Items list: heading 'Our Items'", async ({ sharedPage }) => {
  await expect((await sharedPage('/items', 'user')).getByRole('heading', { level: 1 })).toHaveText(
    'Our Items',
  )
})

for (const { name, price, quantity } of [
  { name: 'Oak Desk Tray', price: '$34', quantity: /Available Quantity: \d+/ },
  { name: 'Brass Pen Rest', price: '$18.50', quantity: 'Available Quantity: 150' },
]) {
  test(`§2 Items list: the card of ${name} shows the item`, async ({ sharedPage }) => {
    const page = await sharedPage(`/items?search=${encodeURIComponent(name)}`, 'user')
    const card = page.getByRole('article').filter({ hasText: name })
    await expect(card.getByRole('heading', { name })).toBeVisible()
    await expect(card.getByText(price, { exact: true })).toBeVisible()
    await expect(card.getByText(quantity)).toBeVisible()
    const photo = card.locator('img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })
}

test("§2 Items list: each card has a button 'ORDER NOW: ' followed by the item name", async ({
  sharedPage,
}) => {
  const cards = (await sharedPage('/items', 'user')).getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (const card of await cards.all()) {
    const name = await card.getByRole('heading').innerText()
    await expect(card.getByRole('link', { name: /^ORDER NOW/ })).toHaveText(`ORDER NOW: ${name}`)
  }
})

test('§2 Items list: from the first load to an item', async ({ page, people, user: _ }) => {
  const [known, listed] = [
    await delayResponses(page, '**/api/auth/me'),
    await delayResponses(page, '**/api/items?*'),
  ]
  const items = nextRequest(page, 'GET', '/api/items')
  await page.goto('/items')
  const bar = page.getByRole('banner')
  await test.step('§4 Authentication: loading, then signed in', async () => {
    await expect(page.locator('main').getByRole('status')).toBeVisible()
    await expect(page).toHaveURL('/items')
  })
  await test.step('§2 Navigation: a loading indicator replaces the navbar while authentication loads', async () => {
    await expect(bar.getByRole('status')).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Home', exact: true })).toBeHidden()
    known()
    await expect(bar.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    await expect(bar.getByRole('status')).toBeHidden()
  })
  const cards = page.getByRole('main').getByRole('article')
  await test.step('§2 Items list: a spinner shows while loading', async () => {
    await items
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Items')
    await expect(page.locator('main .spinner')).toBeVisible()
    await expect(cards).toHaveCount(0)
    listed()
    await expect(cards.first()).toBeVisible()
    await expect(page.locator('main .spinner')).toHaveCount(0)
  })
  await test.step('§7 GET /items is used by the items page', async () => {
    expect((await (await items).response())?.status()).toBe(200)
  })
  for (const { screen, width, columns } of [
    { screen: 'small screens', width: 375, columns: 1 },
    { screen: 'large', width: 1280, columns: 3 },
  ]) {
    await test.step(`§2 Items list: a grid of cards, ${columns} wide on ${screen}`, async () => {
      await page.setViewportSize({ width, height: 800 })
      expect(await columnsOf(cards)).toBe(columns)
    })
  }
  const [, second] = await (await people.visitor('GET', '/items')).json()
  const reads = nextRequest(page, 'GET', `/api/items/${second._id}`)
  await test.step('§2 Items list: the button leads to /items/{id}', async () => {
    await page.getByRole('link', { name: `ORDER NOW: ${second.name}`, exact: true }).click()
    await expect(page).toHaveURL(`/items/${second._id}`)
  })
  await test.step('§2 Route /items/{id}: id is the item’s _id', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.name)
  })
  await test.step('§7 GET /items/{id} is used by the item page', async () => {
    expect((await (await reads).response())?.status()).toBe(200)
  })
})

test('§2 Items list: a failed fetch', async ({ page, consoleErrors, user: _ }) => {
  await page.route('**/api/items?*', route => route.fulfill({ status: 400, json: outage }))
  await page.goto('/items')
  await test.step('§2 Items list: a spinner shows on error', async () => {
    await expect(page.locator('main .spinner')).toBeVisible()
  })
  await test.step('§8 A failed fetch of the items: the list shows a spinner', async () => {
    const state = page.getByRole('main').getByRole('alert').filter({ hasText: outage.detail })
    await expect(state.locator('.spinner')).toBeVisible()
  })
  allowErrors(consoleErrors, /status of 400/)
})
