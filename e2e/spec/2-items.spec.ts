import type { Locator } from '@playwright/test'
import { expect, forgive, test } from './fixtures.ts'
import { holdBack } from './shelf.ts'

/** How many cards stand beside each other in the first row. */
async function columnsOf(cards: Locator): Promise<number> {
  const tops = await cards.evaluateAll(all => all.map(card => Math.round(card.getBoundingClientRect().top)))
  return tops.filter(top => top === tops[0]).length
}

test("§2 Items list: heading 'Our Items'", async ({ glance }) => {
  await expect((await glance('/items', 'user')).getByRole('heading', { level: 1 })).toHaveText('Our Items')
})

test('§2 Items list: a grid of cards', async ({ page, user: _ }) => {
  await page.goto('/items')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (const { screen, width, columns } of [
    { screen: 'small screens', width: 375, columns: 1 },
    { screen: 'large', width: 1280, columns: 3 },
  ]) {
    await test.step(`§2 Items list: a grid of cards, ${columns} wide on ${screen}`, async () => {
      await page.setViewportSize({ width, height: 800 })
      expect(await columnsOf(cards)).toBe(columns)
    })
  }
})

for (const { name, price, quantity } of [
  { name: 'Oak Desk Tray', price: '$34', quantity: /Available Quantity: \d+/ },
  { name: 'Brass Pen Rest', price: '$18.50', quantity: 'Available Quantity: 150' },
]) {
  test(`§2 Items list: the card of ${name} shows the item`, async ({ glance }) => {
    const page = await glance(`/items?search=${encodeURIComponent(name)}`, 'user')
    const card = page.getByRole('article').filter({ hasText: name })
    await expect(card.getByRole('heading', { name })).toBeVisible()
    await expect(card.getByText(price, { exact: true })).toBeVisible()
    await expect(card.getByText(quantity)).toBeVisible()
    const photo = card.locator('img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })
}

test("§2 Items list: each card has a button 'ORDER NOW: ' followed by the item name", async ({ glance }) => {
  const cards = (await glance('/items', 'user')).getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (const card of await cards.all()) {
    const name = await card.getByRole('heading').innerText()
    await expect(card.getByRole('link', { name: /^ORDER NOW/ })).toHaveText(`ORDER NOW: ${name}`)
  }
})

test('§2 Items list: the button leads to /items/{id}', async ({ page, people, user: _ }) => {
  const items: { _id: string; name: string }[] = await (await people.visitor('GET', '/items')).json()
  const lamp = items.find(({ name }) => name === 'Dome Desk Lamp')
  await page.goto('/items?search=dome')
  await page.getByRole('link', { name: 'ORDER NOW: Dome Desk Lamp' }).click()
  await expect(page).toHaveURL(`/items/${lamp?._id}`)
})

test('§2 Items list: a spinner shows while loading', async ({ page, user: _ }) => {
  const release = await holdBack(page, '**/api/items?*')
  const asked = page.waitForRequest('**/api/items?*')
  await page.goto('/items')
  await asked
  await expect(page.locator('main .spinner')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('main .spinner')).toHaveCount(0)
})

test('§2 Items list: a spinner shows on error', async ({ page, complaints, user: _ }) => {
  await page.route('**/api/items?*', route => route.fulfill({ status: 400, json: {} }))
  await page.goto('/items')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.locator('main .spinner')).toBeVisible()
  forgive(complaints, /status of 400/)
})
