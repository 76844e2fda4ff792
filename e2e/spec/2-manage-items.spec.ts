import { expect, test } from './fixtures.ts'
import { bearer, nextRequest, tokenOf } from './requests.ts'
import { anItem, columnHeadings, loadUntilVisible, rowOf } from './test-data.ts'

const path = '/dashboard/manageItems'

test('§2 Manage Items: table SN, Image, Product, Remove Product', async ({ sharedPage }) => {
  const page = await sharedPage(path, 'admin')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await columnHeadings(page)).toEqual(['SN', 'Image', 'Product', 'Remove Product'])
})

test('§2 Manage Items: a row shows its number, image, product and Remove', async ({ sharedPage }) => {
  const page = await sharedPage(path, 'admin')
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

test('§2 Manage Items: removing an item', async ({ page, people, admin }) => {
  // A new item, so that it is on the first page of the list.
  const item = await anItem(people, `Doomed Spoon ${process.pid}`)
  await page.goto(path)
  await loadUntilVisible(page, item.name)
  const row = rowOf(page, item.name)
  const remove = row.getByRole('button', { name: /^Remove/ })
  const dialog = page.getByRole('dialog', { name: 'You really want to delete this product?' })
  await remove.click()
  await test.step("§2 Manage Items: Remove opens a dialog 'You really want to delete this product?'", async () => {
    await expect(dialog).toBeVisible()
    await expect(dialog).toContainText(item.name)
  })
  await test.step('§2 The confirmation dialog for item removal sits outside the routes', async () => {
    await expect(page).toHaveURL(path)
  })
  await test.step('§2 Manage Items: closing the dialog removes nothing', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await remove.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toBeVisible()
    expect((await people.visitor('GET', `/items/${item._id}`)).status()).toBe(200)
  })
  await remove.click()
  const removal = nextRequest(page, 'DELETE', `/api/item/${item._id}`)
  const refresh = nextRequest(page, 'GET', '/api/item')
  await test.step('§2 Manage Items: the dialog has a Remove Item button, and it removes', async () => {
    await dialog.getByRole('button', { name: 'Remove Item' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`${item.name} was removed`)).toBeVisible()
    await expect(row).toHaveCount(0)
    expect((await people.visitor('GET', `/items/${item._id}`)).status()).toBe(404)
  })
  await test.step('§7 DELETE /item/{id}: JSON content type, no body; then list refresh', async () => {
    const sent = await removal
    expect(sent.postData()).toBeNull()
    expect((await sent.allHeaders())['content-type']).toBe('application/json')
    expect(await bearer(sent)).toBe(tokenOf(admin))
    await refresh
  })
})
