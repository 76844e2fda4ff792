import { expect, test } from './fixtures.ts'
import { nextRequest } from './requests.ts'
import { anOrder, columnHeadings, pay, rowOf } from './test-data.ts'

test("§2 Manage all orders: titled 'Manage Items'", async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard/manageAllOrders', 'admin')
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
    expect(await columnHeadings(page)).toEqual(columns)
  })
  await test.step('§2 Manage all orders: a row shows an order, Unpaid', async () => {
    const cells = rowOf(page, owner.email).getByRole('cell')
    await expect(cells).toHaveText([/^\d+$/, owner.email, /^Stoneware Mug/, '4', '$88', 'Unpaid'])
  })
  await test.step('§2 Manage all orders: Payment says Paid', async () => {
    await expect(rowOf(page, payer.email).getByRole('cell').last()).toHaveText('Paid')
  })
})

test("§2 My Order: titled 'Welcome to your Order'", async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard/myOrder', 'user')
  await expect(page.getByRole('heading', { level: 2, name: 'Welcome to your Order' })).toBeVisible()
})

test('§2 My Order: an unpaid order', async ({ page, people, newcomer }) => {
  const { _id, itemName } = await anOrder(people, newcomer)
  const other = await people.join()
  await anOrder(people, other)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('table')).toBeVisible()
  const row = rowOf(page, newcomer.email)
  await test.step('§1 Signed-in users see their own orders, and nobody else’s', async () => {
    await expect(row).toContainText(itemName)
    await expect(page.getByText(other.email)).toHaveCount(0)
  })
  await test.step('§2 My Order: table with name and address, email, price, quantity, payment', async () => {
    const columns = ['Name and address', 'Email', 'Price', 'Quantity', 'Payment']
    expect(await columnHeadings(page)).toEqual(expect.arrayContaining(columns))
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
  const dialog = page.getByRole('dialog', { name: 'You really want to delete this product?' })
  await test.step('§2 My Order: a Remove button opens the same confirmation dialog text', async () => {
    await row.getByRole('button', { name: /^Remove/ }).click()
    await expect(dialog).toBeVisible()
  })
  await test.step('§2 The confirmation dialog for order removal sits outside the routes', async () => {
    await expect(page).toHaveURL('/dashboard/myOrder')
  })
  const own = `/myBooking/${encodeURIComponent(newcomer.email)}`
  const removal = nextRequest(page, 'DELETE', `/api/myBooking/${_id}`)
  const refresh = nextRequest(page, 'GET', `/api${own}`)
  await test.step('§1 Signed-in users cancel their own unpaid orders', async () => {
    await dialog.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
    expect(await (await newcomer.call('GET', own)).json()).toEqual([])
  })
  await test.step('§7 DELETE /myBooking/{id}: then the list is refreshed', async () => {
    expect((await (await removal).response())?.status()).toBe(204)
    await refresh
  })
})

test("§2 My Order: paid orders show 'Paid', and neither Payment nor Remove", async ({
  page,
  people,
  request,
  shop,
  newcomer,
}) => {
  const paid = await pay(request, shop.sandboxUrl, newcomer, await anOrder(people, newcomer))
  await page.goto('/dashboard/myOrder')
  const row = rowOf(page, newcomer.email)
  await expect(row.getByText('Paid', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Payment/ })).toHaveCount(0)
  await expect(row.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await test.step('§4 Booking: after a successful card payment it is marked paid with the transaction id', async () => {
    await expect(row).toContainText(String(paid.transactionId))
  })
})
