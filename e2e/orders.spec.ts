import type { Locator } from '@playwright/test'
import type { Order } from '../src/contract/orders.ts'
import { violationsOf } from '../tests/helpers/axe.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './spec/fixtures.ts'
import { anOrder, paidNumbers, pay, rowOf } from './spec/test-data.ts'

test('an admin finds an order by its number and sends it', async ({
  page,
  people,
  request,
  shop,
  admin: _,
}) => {
  const ann = await people.join('Ann Example')
  const { number, _id } = await pay(request, shop.sandboxUrl, ann, await anOrder(people, ann))
  await page.goto('/dashboard/manageAllOrders')
  await page.getByLabel('Search orders').fill(number)
  await expect(page).toHaveURL(`/dashboard/manageAllOrders?search=${number}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await rowOf(page, ann.email)
    .getByRole('link', { name: `Details of ${number}` })
    .click()
  await expect(page).toHaveURL(`/dashboard/manageAllOrders?search=${number}&order=${_id}`)
  const panel = page.getByRole('dialog', { name: 'Order' })
  await panel.getByLabel('Carrier').fill('Parcel Post')
  await panel.getByLabel('Tracking').fill('PP 42')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${number} is sent`)).toBeVisible()
  // The form that had the focus is gone, so the focus moved to its replacement.
  await expect(panel.locator(':focus')).toHaveText('Undo sending')
  await expect(panel.getByText('Parcel Post, PP 42')).toBeVisible()

  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(rowOf(page, ann.email)).toContainText('Sent')
  await page.goForward()
  await expect(panel).toBeVisible()
  await page.reload()
  await expect(panel.getByText('Parcel Post, PP 42')).toBeVisible()
})

test('several orders are selected by keyboard and sent at once, and that is undone', async ({
  page,
  people,
  request,
  shop,
  admin: _,
}) => {
  const bob = await people.join('Bob Example')
  const numbers = await paidNumbers(request, shop.sandboxUrl, people, bob, 2)
  await page.goto(`/dashboard/manageAllOrders?state=paid&search=${encodeURIComponent(bob.email)}`)
  for (const number of numbers) {
    await page.getByRole('checkbox', { name: `Select ${number} to send it` }).focus()
    await page.keyboard.press('Space')
  }
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send 2 orders' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No orders match. Try a name, email or T-number.')).toBeVisible()
  // The focus stays in the bar after each button.
  const bar = page.locator('.send-place:focus')
  await expect(bar).toHaveText('2 orders sentUndo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').getByRole('checkbox')).toHaveCount(2)
  await expect(bar).toHaveText('')
})

/** Where the elements are. */
const placesOf = (found: Locator) =>
  found.evaluateAll(elements => elements.map(element => element.getBoundingClientRect().toJSON()))

/** Fails if the bar pushes the table down under the pointer, or asks for the carrier of each parcel. */
test('five tracked parcels take ten actions, and nothing moves', async ({
  page,
  people,
  request,
  shop,
  admin: _,
}) => {
  const kim = await people.join('Kim Example')
  const numbers = await paidNumbers(request, shop.sandboxUrl, people, kim, 5)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/dashboard/manageAllOrders?search=${encodeURIComponent(kim.email)}`)
  const boxes = page.getByRole('row').getByRole('checkbox')
  await expect(boxes).toHaveCount(5)
  await expect(page.getByRole('heading', { name: 'Shop performance' })).toBeVisible()
  const still = page.locator('main :is(h2, th, td, .order-bar, .order-tools), footer')
  const before = await placesOf(still)
  let actions = 0
  const act = async (doing: Promise<unknown>) => {
    actions += 1
    await doing
  }
  for (const number of numbers) await act(page.getByLabel(`Select ${number} to send it`).check())
  const bar = page.getByRole('group', { name: 'Carrier and tracking' })
  await act(bar.getByLabel('Carrier').click())
  await act(page.keyboard.type('UPS'))
  expect(await placesOf(still)).toEqual(before)
  const fields = bar.getByRole('textbox', { name: /^Tracking of/ })
  await act(fields.first().click())
  await act(
    fields.first().evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, 'Z1\nZ2\nZ3\nZ4\nZ5\n'),
  )
  await expect(page.getByRole('button', { name: 'Send 5 orders' })).toBeInViewport({ ratio: 1 })
  expect(await violationsOf(page)).toEqual([])
  await act(page.getByRole('button', { name: 'Send 5 orders' }).click())
  await expect(page.getByText('5 orders sent')).toBeVisible()
  expect(actions).toBeLessThanOrEqual(16)
  const sent = await (
    await people.admin.call('GET', `/booking?search=${encodeURIComponent(kim.email)}`)
  ).json()
  expect(sent.map((one: Order) => `${one.carrier} ${one.tracking}`).sort()).toEqual([
    'UPS Z1',
    'UPS Z2',
    'UPS Z3',
    'UPS Z4',
    'UPS Z5',
  ])
})

test('the first screen shows six orders, and those to send after one press', async ({ page, admin: _ }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.locator('.sales-figures')).toBeVisible()
  await expect(page.getByRole('row').nth(6)).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: /to send$/ }).click()
  await expect(page.locator('.sales-figures')).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toContainText('To send')
  await expect(page.getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })
})

/** Fails if the figures of the shop fill the first screen of a laptop. */
test('on a laptop the figures begin as one line, above six orders', async ({ page, admin: _ }) => {
  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('heading', { name: 'Shop performance' })).toBeVisible()
  await expect(page.locator('.sales-figures')).toBeHidden()
  await expect(page.getByRole('row').nth(6)).toBeInViewport({ ratio: 1 })
})

test('the panel leaves the list usable on a wide screen, and lies over it on a narrow one', async ({
  page,
  admin: _,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/manageAllOrders')
  const details = page.getByRole('link', { name: /^Details of/ })
  await details.first().click()
  const panel = page.getByRole('dialog', { name: 'Order' })
  await expect(panel).toBeVisible()
  const [list, side] = [await page.getByRole('table').boundingBox(), await panel.boundingBox()]
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(side?.x ?? 0)
  // By number, because an order that other tests place shifts the rows.
  const [, , third = '', fourth = ''] = await details.allInnerTexts()
  const numberIn = (text: string) => text.replace(/^Details\s+of\s+/, '')
  await page.getByRole('link', { name: `Details of ${numberIn(third)}` }).click()
  await expect(panel.locator('.panel-head strong')).toHaveText(numberIn(third))
  await panel.getByRole('button', { name: 'Next order' }).click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('dialog:modal')).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('dialog:modal')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: `Details of ${numberIn(fourth)}` })).toBeFocused()
})
