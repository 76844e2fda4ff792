import { expect, test } from './fixtures.ts'

const path = '/dashboard/addItem'

test("§2 Add item: heading 'You can add a item'", async ({ sharedPage }) => {
  await expect(
    (await sharedPage(path, 'admin')).getByRole('heading', {
      level: 2,
      name: 'You can add a item',
      exact: true,
    }),
  ).toBeVisible()
})

for (const { field, label, type } of [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'description', label: 'Description', type: 'textarea' },
  { field: 'quantity', label: 'Quantity', type: 'number' },
  { field: 'must quantity', label: 'Must quantity', type: 'number' },
  { field: 'price', label: 'Price ($)', type: 'number' },
  { field: 'image file', label: 'Image', type: 'file' },
]) {
  test(`§2 Add item: field ${field}`, async ({ sharedPage }) => {
    const input = (await sharedPage(path, 'admin')).getByLabel(label, { exact: true })
    await expect(input).toBeVisible()
    await expect(input).toHaveJSProperty('type', type)
  })
}
