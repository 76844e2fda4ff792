import { expectAccessible, overflowOf } from './accessible.ts'
import { signUpAsOwner } from './shop.ts'
import { expect, test } from './spec/fixtures.ts'
import { anItem, orderBody } from './spec/test-data.ts'

for (const width of [390, 1440])
  test(`an admin marks two orders as paid in cash and refunds one, ${width} px wide`, async ({
    page,
    people,
    request,
    shop,
    admin: _,
  }) => {
    const resize = async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    }
    await resize()
    const ann = await people.join('Ann Example')
    const item = await anItem(people, `Cash Spoon ${width} ${process.pid}`)
    const place = async () => (await ann.call('POST', '/booking', orderBody(ann, item, 2))).json()
    const [first, second] = [await place(), await place()]

    await page.goto(`/dashboard/manageAllOrders?search=${first.number}&order=${first._id}`)
    const panel = page.getByRole('dialog', { name: 'Order' })
    const amount = panel.getByLabel('Amount received ($)')
    await expect(amount).toHaveValue('25')
    await panel.getByRole('checkbox', { name: new RegExp(`^${second.number}, `) }).check()
    await expect(amount).toHaveValue('50')
    await panel.getByLabel('How it was paid').selectOption('Cash')
    await amount.fill('49')
    await panel.getByLabel('Received on').fill('2090-01-01')
    await panel.getByRole('button', { name: 'Mark $50 as paid' }).click()
    await expect(amount).toHaveAccessibleDescription('These 2 orders cost $50.')
    await expect(panel.getByLabel('Received on')).toHaveAccessibleDescription('This day has not come yet.')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await resize()
    await amount.fill('50')
    const today = new Date().toISOString().slice(0, 10)
    await panel.getByLabel('Received on').fill(today)
    await panel.getByRole('button', { name: 'Mark $50 as paid' }).click()

    const words = /Paid in cash on \d+ \w+ \d{4}/
    await expect(panel.getByText(words).first()).toBeVisible()
    await expect(panel.getByRole('button', { name: /^PDF of INV-/ })).toBeVisible()
    await expect(panel.getByRole('heading', { name: 'Mark as paid' })).toHaveCount(0)
    await expect(panel.getByText(/Return the money yourself/)).toBeVisible()
    await panel.getByLabel('Reason').fill('Scratched')
    await panel.getByRole('button', { name: 'Refund $25' }).click()
    await expect(panel.getByText('Everything has been refunded.')).toBeVisible()
    await expect(panel.getByRole('button', { name: /^PDF of CN-/ })).toBeVisible()
    await expectAccessible(page)

    const mails = async () =>
      (await (await request.get(`${shop.sandboxUrl}/mailbox.json?to=${ann.email}`)).json()) as {
        subject: string
        text: string
        attachments: { filename: string }[]
      }[]
    await expect.poll(async () => (await mails()).length).toBe(2)
    const receipt = (await mails()).find(({ subject }) => subject.startsWith('Your receipt'))
    const refund = (await mails()).find(({ subject }) => subject.startsWith('We’ve refunded'))
    expect(receipt?.text).toMatch(words)
    expect(receipt?.text).toContain('Paid together: $50')
    expect(receipt?.attachments[0]?.filename).toMatch(/^INV-\d+\.pdf$/)
    expect(refund?.text).toMatch(words)
    expect(refund?.text).not.toMatch(/Banks|card/)
    const other = await (await ann.call('GET', `/booking/${second._id}`)).json()
    expect([other.state, other.paidBy.method]).toEqual(['paid', 'cash'])
    const invoices = await (await ann.call('GET', `/booking/${second._id}/invoices`)).json()
    expect(invoices.map((one: { orders: string[] }) => one.orders)).toEqual([[first.number, second.number]])
  })

const spoon = {
  name: 'Larch Spoon',
  description: 'For soup.',
  photoUrl: '/pictures/stoneware-mug-960.webp',
  availableQuantity: 12,
  mustQuantity: 1,
  price: 12.5,
}

test('a shop without card keys says how to pay, and keeps an order for its transfer', async ({
  openShop,
}) => {
  const { shop, page } = await openShop({ SHOP_MODE: 'live', SHOP_NAME: 'Atelier' })
  await signUpAsOwner(page, shop.log())
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const { _id } = await (await page.request.post('/api/addItem', { headers, data: spoon })).json()
  await page.goto('/dashboard/manageItems?panel=shop')
  await page.getByRole('button', { name: 'Selling', exact: true }).click()
  await page.getByLabel('Payment by bank transfer').check()
  await page.getByLabel('Bank account').fill('Atelier\nIBAN XX00 1234')
  await page.getByLabel('Days to wait').fill('9')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Your shop shows the changes now.').first()).toBeVisible()

  await page.goto(`/items/${_id}`)
  await expect(page.getByText('You pay by bank transfer.')).toBeVisible()
  await page.getByLabel('Full name').fill('Ann Example')
  await page.getByLabel('Mobile number').fill('555 0100')
  await page.getByLabel('Address').fill('1 Test Street')
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByRole('link', { name: 'How to pay' })).toBeVisible()
  await expect(page.getByText('Pay now')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
  await page
    .getByRole('link', { name: /^Payment/ })
    .first()
    .click()
  const offer = page.getByRole('region', { name: 'Pay by bank transfer' })
  await expect(offer).toContainText('IBAN XX00 1234')
  await expect(offer).toContainText('$25')
  await expect(offer).toContainText('for 9 days')
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'I will pay by transfer' }).click()
  await expect(offer).toContainText(/Waiting for your transfer until \d+ \w+/)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('main').getByText(/Waiting for your transfer until/)).toBeVisible()
})
