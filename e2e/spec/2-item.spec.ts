import { expect, test } from './fixtures.ts'
import { fillOrder, goods, itemOf } from './test-data.ts'

const path = `/items/${goods.candles}`

test('§2 Item detail: shows the photo', async ({ sharedPage }) => {
  const photo = (await sharedPage(path, 'user')).getByRole('img', { name: 'Beeswax Candles' })
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('§2 Item detail: shows the name', async ({ sharedPage }) => {
  await expect((await sharedPage(path, 'user')).getByRole('heading', { level: 1 })).toHaveText(
    'Beeswax Candles',
  )
})

test('§2 Item detail: shows the description', async ({ sharedPage, people }) => {
  const { description } = await itemOf(people, goods.candles)
  await expect((await sharedPage(path, 'user')).getByText(description)).toBeVisible()
})

test("§2 Item detail: shows 'Available Quantity'", async ({ sharedPage }) => {
  await expect((await sharedPage(path, 'user')).getByText(/^Available Quantity:\s*600$/)).toBeVisible()
})

test("§2 Item detail: shows 'Must take Quantity'", async ({ sharedPage }) => {
  await expect((await sharedPage(path, 'user')).getByText(/^Must take Quantity:\s*4$/)).toBeVisible()
})

test('§2 Item detail: shows the price in dollars', async ({ sharedPage }) => {
  await expect((await sharedPage(path, 'user')).getByText('$9.50', { exact: true })).toBeVisible()
})

for (const label of ['Full name', 'Mobile number', 'Address', 'Quantity']) {
  test(`§2 Item detail: the order form has ${label.toLowerCase()}`, async ({ sharedPage }) => {
    const field = (await sharedPage(path, 'user')).getByLabel(label, { exact: true })
    await expect(field).toBeEditable()
    await expect(field).toHaveValue('')
  })
}

test('§2 Item detail: the email is read-only, from the signed-in user', async ({ sharedPage, people }) => {
  const email = (await sharedPage(path, 'user')).getByLabel('Email', { exact: true })
  await expect(email).toHaveValue(people.user.email)
  await expect(email).not.toBeEditable()
})

test('§2 Item detail: ORDER NOW by quantity', async ({ page, user: _ }) => {
  await page.goto(path)
  const button = page.getByRole('button', { name: 'ORDER NOW' })
  for (const { quantity, looks, cursor } of [
    { quantity: '', looks: 'disabled without a quantity', cursor: 'not-allowed' },
    { quantity: '4', looks: 'ready at mustQuantity', cursor: 'pointer' },
    { quantity: '3', looks: 'disabled below mustQuantity', cursor: 'not-allowed' },
    { quantity: '5', looks: 'ready above mustQuantity', cursor: 'pointer' },
  ]) {
    await test.step(`§2 Item detail: ORDER NOW looks ${looks}`, async () => {
      await fillOrder(page, quantity)
      await expect(button).toHaveCSS('cursor', cursor)
    })
  }
  await test.step('§2 Item detail: that is visual only: pressed below mustQuantity, it says why', async () => {
    await fillOrder(page, '3')
    await expect(button).toBeEnabled()
    await button.click()
    await expect(page.getByText('Order at least 4.')).toBeVisible()
  })
})
