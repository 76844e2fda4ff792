import { expect, test } from './fixtures.ts'
import { anOrder, heads, pay, rowOf } from './shelf.ts'

test("§2 Manage all orders: titled 'Manage Items'", async ({ glance }) => {
  const page = await glance('/dashboard/manageAllOrders', 'admin')
  await expect(page.getByRole('heading', { level: 2, name: 'Manage Items', exact: true })).toBeVisible()
})

test('§2 Manage all orders: the table', async ({ page, people, request, shop, admin: _ }) => {
  const [owner, payer] = [await people.join(), await people.join()]
  await anOrder(people, owner, 4)
  await pay(request, shop.sandboxUrl, payer, await anOrder(people, payer))
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('table')).toBeVisible()
  await test.step('§2 Manage all orders: table SN, Owner Email, Order Product, Quantity, Total Price, Payment', async () => {
    const columns = ['SN', 'Owner Email', 'Order Product', 'Quantity', 'Total Price', 'Payment']
    expect(await heads(page)).toEqual(columns)
  })
  await test.step('§2 Manage all orders: a row shows an order, Unpaid', async () => {
    const cells = rowOf(page, owner.email).getByRole('cell')
    await expect(cells).toHaveText([/^\d+$/, owner.email, /^Stoneware Mug/, '4', '$88', 'Unpaid'])
  })
  await test.step('§2 Manage all orders: Payment says Paid', async () => {
    await expect(rowOf(page, payer.email).getByRole('cell').last()).toHaveText('Paid')
  })
})

test("§2 My Order: titled 'Welcome to your Order'", async ({ glance }) => {
  const page = await glance('/dashboard/myOrder', 'user')
  await expect(page.getByRole('heading', { level: 2, name: 'Welcome to your Order' })).toBeVisible()
})

test('§2 My Order: an unpaid order', async ({ page, people, newcomer }) => {
  const { _id } = await anOrder(people, newcomer)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('table')).toBeVisible()
  const row = rowOf(page, newcomer.email)
  await test.step('§2 My Order: table with name and address, email, price, quantity, payment', async () => {
    const columns = ['Name and address', 'Email', 'Price', 'Quantity', 'Payment']
    expect(await heads(page)).toEqual(expect.arrayContaining(columns))
  })
  for (const { cell, text } of [
    { cell: 'the name', text: 'Ann Example' },
    { cell: 'the address', text: '1 Test Street' },
    { cell: 'the price', text: '$66' },
    { cell: 'the quantity', text: /^3$/ },
  ]) {
    await test.step(`§2 My Order: a row shows ${cell}`, async () => {
      await expect(row.getByRole('cell').filter({ hasText: text }).first()).toBeVisible()
    })
  }
  await test.step('§2 My Order: shows a Payment link to /dashboard/payment/{id}', async () => {
    const link = row.getByRole('link', { name: /^Payment/ })
    await expect(link).toHaveAttribute('href', `/dashboard/payment/${_id}`)
    await expect(row).not.toContainText(/\bPaid\b/)
  })
  await test.step('§2 My Order: a Remove button opens the same confirmation dialog text', async () => {
    await row.getByRole('button', { name: /^Remove/ }).click()
    const dialog = page.getByRole('dialog', { name: 'You really want to delete this product?' })
    await expect(dialog).toBeVisible()
  })
  await test.step('§2 The confirmation dialog for order removal sits outside the routes', async () => {
    await expect(page).toHaveURL('/dashboard/myOrder')
  })
})

test("§2 My Order: paid orders show 'Paid', and neither Payment nor Remove", async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  await pay(request, shop.sandboxUrl, newcomer, await anOrder(people, newcomer))
  await page.goto('/dashboard/myOrder')
  const row = rowOf(page, newcomer.email)
  await expect(row.getByText('Paid', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Payment/ })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})
