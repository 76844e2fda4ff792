import { expect, test } from './fixtures.ts'
import { anOrder, heads, pay, rowOf } from './shelf.ts'

test("§2 Manage all orders: titled 'Manage Items'", async ({ glance }) => {
  const page = await glance('/dashboard/manageAllOrders', 'admin')
  await expect(page.getByRole('heading', { level: 2, name: 'Manage Items', exact: true })).toBeVisible()
})

test('§2 Manage all orders: table SN, Owner Email, Order Product, Quantity, Total Price, Payment', async ({
  page,
  people,
  admin: _,
}) => {
  await anOrder(people, await people.join())
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await heads(page)).toEqual([
    'SN',
    'Owner Email',
    'Order Product',
    'Quantity',
    'Total Price',
    'Payment',
  ])
})

test('§2 Manage all orders: a row shows an order, Unpaid', async ({ page, people, admin: _ }) => {
  const person = await people.join()
  await anOrder(people, person, 4)
  await page.goto('/dashboard/manageAllOrders')
  const cells = rowOf(page, person.email).getByRole('cell')
  await expect(cells).toHaveText([/^\d+$/, person.email, /^Stoneware Mug/, '4', '$88', 'Unpaid'])
})

test('§2 Manage all orders: Payment says Paid', async ({ page, people, request, shop, admin: _ }) => {
  const person = await people.join()
  await pay(request, shop.sandboxUrl, person, await anOrder(people, person))
  await page.goto('/dashboard/manageAllOrders')
  await expect(rowOf(page, person.email).getByRole('cell').last()).toHaveText('Paid')
})

test("§2 My Order: titled 'Welcome to your Order'", async ({ glance }) => {
  const page = await glance('/dashboard/myOrder', 'user')
  await expect(page.getByRole('heading', { level: 2, name: 'Welcome to your Order' })).toBeVisible()
})

test('§2 My Order: table with name and address, email, price, quantity, payment', async ({
  page,
  people,
  newcomer,
}) => {
  await anOrder(people, newcomer)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('table')).toBeVisible()
  expect(await heads(page)).toEqual(
    expect.arrayContaining(['Name and address', 'Email', 'Price', 'Quantity', 'Payment']),
  )
})

test.describe('an unpaid order', () => {
  for (const { cell, text } of [
    { cell: 'the name', text: 'Ann Example' },
    { cell: 'the address', text: '1 Test Street' },
    { cell: 'the price', text: '$66' },
    { cell: 'the quantity', text: /^3$/ },
  ]) {
    test(`§2 My Order: a row shows ${cell}`, async ({ page, people, newcomer }) => {
      await anOrder(people, newcomer)
      await page.goto('/dashboard/myOrder')
      await expect(
        rowOf(page, newcomer.email).getByRole('cell').filter({ hasText: text }).first(),
      ).toBeVisible()
    })
  }

  test('§2 My Order: shows a Payment link to /dashboard/payment/{id}', async ({ page, people, newcomer }) => {
    const { _id } = await anOrder(people, newcomer)
    await page.goto('/dashboard/myOrder')
    const link = rowOf(page, newcomer.email).getByRole('link', { name: /^Payment/ })
    await expect(link).toHaveAttribute('href', `/dashboard/payment/${_id}`)
    await expect(rowOf(page, newcomer.email)).not.toContainText(/\bPaid\b/)
  })

  test('§2 My Order: a Remove button opens the same confirmation dialog text', async ({
    page,
    people,
    newcomer,
  }) => {
    await anOrder(people, newcomer)
    await page.goto('/dashboard/myOrder')
    await rowOf(page, newcomer.email)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'You really want to delete this product?' })).toBeVisible()
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
