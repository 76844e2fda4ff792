import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdBack, reveal } from './shelf.ts'

async function fillItem(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/addItem')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Turned from one piece of cherry wood.')
  await page.getByLabel('Quantity', { exact: true }).fill('5')
  await page.getByLabel('Must quantity').fill('1')
  await page.getByLabel('Price ($)').fill('12.5')
  await page.getByLabel('Image').setInputFiles('public/pictures/desk-clock-480.webp')
}

const add = (page: Page) => page.getByRole('button', { name: 'ADD ITEM' }).click()

test('§4 Add item: from the picture to the empty form', async ({ page, admin: _ }) => {
  const release = await holdBack(page, '**/api/images')
  const posted: string[] = []
  page.on('request', asked => asked.method() === 'POST' && posted.push(new URL(asked.url()).pathname))
  await fillItem(page, `First Spoon ${process.pid}`)
  const uploaded = page.waitForResponse('**/api/images')
  const sent = page.waitForRequest('**/api/addItem')
  await add(page)
  await test.step('§4 Add item: a visible progress bar while the image is uploaded', async () => {
    await expect(page.getByRole('progressbar', { name: /Uploading the picture/ })).toBeVisible()
  })
  await test.step('§4 Add item: the image is uploaded first; when its URL returns the item is posted', async () => {
    await expect.poll(() => posted).toEqual(['/api/images'])
    release()
    const { data } = await (await uploaded).json()
    expect(data.display_url).toMatch(/\S/)
  })
  await test.step('§3 Item creation payload: these six fields; the image file is not part of it', async () => {
    expect((await sent).postDataJSON()).toEqual({
      name: `First Spoon ${process.pid}`,
      description: 'Turned from one piece of cherry wood.',
      availableQuantity: 5,
      mustQuantity: 1,
      price: 12.5,
      photoUrl: expect.stringMatching(/^\/images\//),
    })
  })
  await test.step("§4 Add item: the toast 'Add Item success'", async () => {
    await expect(page.locator('.toasts').getByText('Add Item success', { exact: true })).toBeVisible()
    expect(posted).toEqual(['/api/images', '/api/addItem'])
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
  await test.step('§4 Add item: afterwards the form is reset', async () => {
    for (const label of ['Name', 'Description', 'Quantity', 'Must quantity', 'Price ($)', 'Image']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    }
  })
})

test('§4 Add item: afterwards the item list is fetched anew', async ({ page, admin: _ }) => {
  const name = `Listed Spoon ${process.pid}`
  await page.goto('/dashboard/manageItems')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('link', { name: 'Add a Item' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('New.')
  await page.getByLabel('Quantity', { exact: true }).fill('5')
  await page.getByLabel('Must quantity').fill('1')
  await page.getByLabel('Price ($)').fill('1')
  await page.getByLabel('Image').setInputFiles('public/pictures/desk-clock-480.webp')
  await add(page)
  await expect(page.getByText('Add Item success')).toBeVisible()
  await page.getByRole('link', { name: 'Manage Items' }).click()
  await reveal(page, name)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await page.goto('/items?sort=newest')
  const card = page.getByRole('article').filter({ hasText: name })
  await card.scrollIntoViewIfNeeded()
  await expect(card).toContainText('$1')
  const picture = card.locator('img').first()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})
