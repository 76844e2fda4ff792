import { expectAccessible } from './accessible.ts'
import { expect, test } from './spec/fixtures.ts'
import { anItem, orderBody, pay, rowOf } from './spec/test-data.ts'

test('an admin refunds $5 of $62.50 and later the rest; the customer reads both', async ({
  page,
  people,
  request,
  shop,
  admin: _,
}) => {
  const ann = await people.join('Ann Example')
  const item = await anItem(people, `Refunded Spoon ${process.pid}`)
  const placed = await ann.call('POST', '/booking', orderBody(ann, item, 5))
  const { _id, number } = await pay(request, shop.sandboxUrl, ann, await placed.json())

  await page.goto(`/dashboard/manageAllOrders?search=${number}&order=${_id}`)
  const panel = page.getByRole('dialog', { name: 'Order' })
  const refunds = panel.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(panel.getByLabel('Amount ($)')).toHaveValue('62.5')
  await panel.getByLabel('Amount ($)').fill('5')
  await panel.getByLabel('Reason').fill('Scratched handle')
  await panel.getByLabel('Units to restock').fill('1')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Refund $5', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(refunds).toHaveText([/^\$5Refunded.*Scratched handle1 restocked$/])
  await expect(panel.getByRole('button', { name: 'Refund $57.50' })).toBeVisible()
  await expect(panel.getByText('Refund requested')).toHaveCount(1)
  const books = await (await people.admin.call('GET', `/item/${item._id}`)).json()
  expect([books.availableQuantity, books.sold, books.onShelf]).toEqual([5, 5, 9])

  await expectAccessible(page)

  await page.reload()
  await expect(panel.getByLabel('Amount ($)')).toHaveValue('57.5')
  await panel.getByLabel('Reason').fill('Never arrived')
  await panel.getByRole('button', { name: 'Refund $57.50' }).click()
  await expect(panel.getByText('Everything has been refunded.')).toBeVisible()
  await expect(refunds).toHaveCount(2)
  await expect(panel.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, ann.email)).toContainText('Refunded')

  const emails = async () => {
    const mails = await request.get(`${shop.sandboxUrl}/mailbox.json?to=${ann.email}`)
    const texts = ((await mails.json()) as { subject: string; text: string }[]).filter(({ subject }) =>
      subject.startsWith('We’ve refunded'),
    )
    return texts.map(({ text }) => text).sort()
  }
  await expect.poll(async () => (await emails()).length).toBe(2)
  const [first, second] = await emails()
  expect([first, second].join()).toContain('We have refunded $5 of the $62.50 that you paid.')
  expect([first, second].join()).toContain('Reason: Never arrived')
})
