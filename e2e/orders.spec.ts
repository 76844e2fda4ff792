import { violationsOf } from '../tests/helpers/axe.ts'
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
  await expect(panel.getByText(`${number} is sent`)).toBeVisible()
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
    await page.getByRole('checkbox', { name: `Choose ${number} to send it` }).focus()
    await page.keyboard.press('Space')
  }
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send 2 orders' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No order is like that.')).toBeVisible()
  // The focus stays in the bar after each button.
  const bar = page.locator('[role=status]:focus')
  await expect(bar).toHaveText('2 orders sentUndo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expect(bar).toHaveText('')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox').first()).toBeFocused()
})
