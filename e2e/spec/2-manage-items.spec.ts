import { expect, test } from './fixtures.ts'
import { anItem, heads, reveal, rowOf } from './shelf.ts'

const path = '/dashboard/manageItems'

test('§2 Manage Items: table SN, Image, Product, Remove Product', async ({ glance }) => {
  const page = await glance(path, 'admin')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await heads(page)).toEqual(['SN', 'Image', 'Product', 'Remove Product'])
})

test('§2 Manage Items: a row shows its number, image, product and Remove', async ({ glance }) => {
  const page = await glance(path, 'admin')
  const row = page.getByRole('row').nth(1)
  await expect(row.getByRole('cell').first()).toHaveText('1')
  await expect(row.locator('img')).toBeVisible()
  await expect(row.getByRole('cell').nth(2)).toHaveText(/\S.*Edit/)
  await expect(
    row
      .getByRole('cell')
      .nth(3)
      .getByRole('button', { name: /^Remove/ }),
  ).toBeVisible()
})

test("§2 Manage Items: Remove opens a dialog 'You really want to delete this product?'", async ({
  page,
  people,
  admin: _,
}) => {
  // Of its own, and so among the newest, however many others there are.
  const { name } = await anItem(people, `Questioned Spoon ${process.pid}`)
  await page.goto(path)
  await reveal(page, name)
  await rowOf(page, name)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'You really want to delete this product?' })).toBeVisible()
  await test.step('§2 The confirmation dialog for item removal sits outside the routes', async () => {
    await expect(page).toHaveURL(path)
  })
})

test('§2 Manage Items: the dialog has a Remove Item button, and it removes', async ({
  page,
  people,
  admin: _,
}) => {
  const item = await anItem(people, `Doomed Spoon ${process.pid}`)
  await page.goto(path)
  await reveal(page, item.name)
  await rowOf(page, item.name)
    .getByRole('button', { name: /^Remove/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(item.name)
  await dialog.getByRole('button', { name: 'Remove Item' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${item.name} was removed`)).toBeVisible()
  await expect(rowOf(page, item.name)).toHaveCount(0)
  expect((await people.visitor('GET', `/items/${item._id}`)).status()).toBe(404)
})

test('§2 Manage Items: closing the dialog removes nothing', async ({ page, people, admin: _ }) => {
  const item = await anItem(people, `Spared Spoon ${process.pid}`)
  await page.goto(path)
  await reveal(page, item.name)
  const remove = rowOf(page, item.name).getByRole('button', { name: /^Remove/ })
  await remove.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(rowOf(page, item.name)).toBeVisible()
  expect((await people.visitor('GET', `/items/${item._id}`)).status()).toBe(200)
})
