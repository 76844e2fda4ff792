import type { Page } from '@playwright/test'
import type { Order } from '../src/contract/orders.ts'
import { expect, test } from './spec/fixtures.ts'
import { paidNumbers } from './spec/test-data.ts'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Presses Tab until this button or field has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const focused = document.activeElement
      const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
      return labels[0]?.textContent ?? focused?.textContent ?? ''
    })
    if (label.trim() === name) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

/** The owner of a shop on a Monday: five parcels of one customer, one of them half refunded, and a slip to print. */
test('find by surname, send five, refund half of one, print: by keyboard alone', async ({
  page,
  people,
  request,
  shop,
  admin: _,
}) => {
  const surname = `Quillfeather${process.pid}`
  const una = await people.join(`Una ${surname}`)
  await paidNumbers(request, shop.sandboxUrl, people, una, 5)
  const orders = async (): Promise<Order[]> =>
    (await people.admin.call('GET', `/booking?search=${una.email}`)).json()

  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await press(page, '/')
  await page.keyboard.type(surname)
  const rows = page.getByRole('row').filter({ hasText: surname })
  await expect(rows).toHaveCount(5)
  await expect(page).toHaveURL(/search=/)
  await press(page, 'ArrowDown', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 's')
  await expect(page.getByRole('button', { name: 'Send 5 orders' })).toBeVisible()
  await page.keyboard.type('DHL')
  await press(page, 'Tab')
  await page.keyboard.type('JD01')
  await press(page, 'Enter')
  await expect(page.getByText('5 orders sent')).toBeVisible()
  const sent = await orders()
  expect(sent.map(({ state, carrier }) => `${state} ${carrier}`)).toEqual(Array(5).fill('sent DHL'))
  expect(sent.map(({ tracking }) => tracking).sort()).toEqual(['JD01', null, null, null, null])

  await press(page, 'j', 'Enter')
  const panel = page.getByRole('dialog', { name: 'Order' })
  await expect(panel.getByText(String(sent[0]?.number)).first()).toBeVisible()
  await press(page, 'j')
  const second = sent[1]
  await expect(panel.getByText(String(second?.number)).first()).toBeVisible()
  await expect(panel.getByLabel('Amount ($)')).toHaveValue('66')
  await tabTo(page, 'Amount ($)')
  await page.keyboard.type('33')
  await tabTo(page, 'Reason')
  await page.keyboard.type('One mug was chipped')
  await tabTo(page, 'Refund $33')
  await press(page, 'Enter')
  await expect(panel.getByRole('list', { name: 'Refunds' })).toContainText('One mug was chipped')
  await expect.poll(async () => (await orders()).map(({ refundedAmount }) => refundedAmount)).toContain(33)

  const asked = page.evaluate(() => new Promise<void>(resolve => Object.assign(window, { print: resolve })))
  await press(page, 'Escape')
  await expect(panel).toBeHidden()
  await press(page, 'Enter')
  await expect(panel).toBeVisible()
  await tabTo(page, 'Print packing slip')
  await press(page, 'Enter')
  await asked
})
