import type { Page } from '@playwright/test'
import { allowErrors, expect, navigateTo, test } from './fixtures.ts'
import { delayResponses, loadUntilVisible } from './test-data.ts'

async function fillItem(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Turned from one piece of cherry wood.')
  await page.getByLabel('Quantity', { exact: true }).fill('5')
  await page.getByLabel('Must quantity').fill('1')
  await page.getByLabel('Price ($)').fill('12.5')
  await page.getByLabel('Image').setInputFiles('public/pictures/desk-clock-480.webp')
}

const add = (page: Page) => page.getByRole('button', { name: 'ADD ITEM' }).click()

test('§4 Add item: from the picture to the list', async ({ page, admin: _, consoleErrors }) => {
  await page.goto('/dashboard/addItem')
  await test.step('§2 Add item: the button ADD ITEM sends the form; errors appear under each field', () =>
    errorsUnderFields(page))
  await test.step('§8 Add item: a failure is not taken for success, and nothing typed is lost', () =>
    failureKeepsForm(page, consoleErrors))
  await test.step('§5 Only the first selected image is used', () => firstImageOnly(page))
  const name = `First Spoon ${process.pid}`
  await readList(page)
  const release = await delayResponses(page, '**/api/images')
  const posted: string[] = []
  page.on('request', asked => asked.method() === 'POST' && posted.push(new URL(asked.url()).pathname))
  await fillItem(page, name)
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
      name,
      description: 'Turned from one piece of cherry wood.',
      availableQuantity: 5,
      mustQuantity: 1,
      price: 12.5,
      photoUrl: expect.stringMatching(/^\/images\//),
    })
  })
  await test.step("§4 Add item: the toast 'Add Item success'", async () => {
    await expect(page.locator('.toasts').getByText('Add Item success', { exact: true }).last()).toBeVisible()
    expect(posted).toEqual(['/api/images', '/api/addItem'])
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
  await test.step('§4 Add item: afterwards the form is reset', async () => {
    for (const label of ['Name', 'Description', 'Quantity', 'Must quantity', 'Price ($)', 'Image']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    }
  })
  await test.step('§4 Add item: afterwards the item list is fetched anew', async () => {
    await page.getByRole('link', { name: 'Manage Items' }).click()
    await loadUntilVisible(page, name)
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    await navigateTo(page, '/items?sort=newest')
    const card = page.getByRole('article').filter({ hasText: name })
    await card.scrollIntoViewIfNeeded()
    await expect(card).toContainText('$12.50')
    const picture = card.locator('img').first()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })
})

/** Fills the list's cache, which adding an item must invalidate. */
async function readList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Manage Items' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('link', { name: 'Add a Item' }).click()
}

async function errorsUnderFields(page: Page): Promise<void> {
  await add(page)
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Description', 'Description is required'],
    ['Quantity', 'Quantity is required'],
    ['Must quantity', 'Must quantity is required'],
    ['Price ($)', 'Price is required'],
    ['Image', 'Image is required'],
  ] as const) {
    const field = await page.getByLabel(label, { exact: true }).boundingBox()
    const error = await page.getByText(message, { exact: true }).boundingBox()
    expect(error?.y, message).toBeGreaterThan(field?.y ?? Number.POSITIVE_INFINITY)
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
  }
}

async function failureKeepsForm(page: Page, consoleErrors: string[]): Promise<void> {
  await page.route('**/api/images', route => route.fulfill({ status: 502, json: {} }))
  await fillItem(page, 'Kept Spoon')
  await add(page)
  await expect(page.getByLabel('Image')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Add Item success')).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept Spoon')
  await page.unroute('**/api/images')
  allowErrors(consoleErrors, /status of 502/)
}

async function firstImageOnly(page: Page): Promise<void> {
  await fillItem(page, `Two Pictures ${process.pid}`)
  await page.getByLabel('Image').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer()
    for (const name of ['first.png', 'second.png']) {
      files.items.add(new File(['no picture'], name, { type: 'image/png' }))
    }
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  const uploads: string[] = []
  await page.route('**/api/images', route => {
    uploads.push(route.request().postDataBuffer()?.toString('latin1') ?? '')
    return route.fulfill({ status: 201, json: { data: { display_url: '/pictures/desk-clock-960.webp' } } })
  })
  await add(page)
  await expect(page.getByText('Add Item success')).toBeVisible()
  await expect(page.getByLabel('Image')).toHaveValue('')
  expect(uploads).toHaveLength(1)
  expect(uploads[0]).toContain('first.png')
  expect(uploads[0]).not.toContain('second.png')
  await page.unroute('**/api/images')
}
