import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, type People, signIn, test } from './spec/fixtures.ts'
import { anItem, anOrder, goods, loadUntilVisible, rowOf } from './spec/test-data.ts'

test('search and sort order are in the address', async ({ page, user: _ }) => {
  await page.goto('/items')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveCount(12)
  const edge = (label: string) =>
    page.getByLabel(label).evaluate(field => getComputedStyle(field).borderColor)
  expect(await edge('Price from'), 'an empty bound is no fault').toBe(await edge('Search items'))
  await page.getByLabel('Search items').fill('DESK')
  await expect(page).toHaveURL('/items?search=DESK')
  await expect(names.first()).toHaveText(/./)
  await expect(page.getByRole('status').filter({ hasText: 'items found' })).toBeAttached()
  const found = await names.allInnerTexts()
  expect(found.length).toBeLessThan(12)

  await page.getByLabel('Sort by').selectOption('Name, A to Z')
  await expect(page).toHaveURL('/items?search=DESK&sort=name')
  await expect(names).toHaveText([...found].sort())
  await page.reload()
  await expect(page.getByLabel('Search items')).toHaveValue('DESK')
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  await expect(names).toHaveText([...found].sort())
  await page.goBack()
  await expect(page).toHaveURL('/items?search=DESK')
  await page.goBack()
  await expect(page.getByLabel('Search items')).toHaveValue('')
  await expect(names).toHaveCount(12)

  await page.getByLabel('Search items').fill('no such thing')
  await page.getByLabel('Search items').press('Enter')
  await expect(page.getByText('We have nothing for “no such thing”.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all items' }).click()
  await expect(page).toHaveURL('/items')
  await expect(page.getByLabel('Search items')).toHaveValue('')
  await expect(names).toHaveCount(12)
})

test('an order opens with all details, for its owner and for an admin', async ({
  page,
  people,
  newcomer,
}) => {
  const { _id } = await anOrder(people, newcomer)
  const { name, email } = newcomer
  const facts = [_id, 'Stoneware Mug', '$22', '$66', name, email, '555 0100', '1 Test Street', 'Unpaid']
  await page.goto('/dashboard/myOrder')
  const opener = page.getByRole('link', { name: 'Stoneware Mug Details' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Order details' })
  const known = dialog.locator('.order-facts')
  for (const fact of facts) await expect(known.getByText(fact, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL('/dashboard/myOrder')

  await signIn(page, people.admin)
  await page.goto('/dashboard/manageAllOrders')
  await rowOf(page, email)
    .getByRole('link', { name: /^Details/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Order' })
  for (const fact of facts) await expect(panel.getByText(fact, { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/dashboard/manageAllOrders')
})

test('an item is edited in a panel with an address, also by keyboard', async ({ page, people, admin: _ }) => {
  const item = await anItem(people, `Changing Spoon ${process.pid}`)
  await page.goto('/dashboard/manageItems')
  await loadUntilVisible(page, item.name)
  const edit = rowOf(page, item.name).getByRole('link', { name: 'Edit' })
  await edit.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Edit item' })
  await expect(page).toHaveURL(`/dashboard/manageItems?item=${item._id}`)
  await panel.getByLabel('Price ($)').fill('8')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(`${item.name} was saved`)).toBeVisible()
  await panel.getByLabel('What happened').selectOption('I counted')
  await panel.getByLabel('Quantity', { exact: true }).fill('25')
  await panel.getByLabel('Reason').fill('Stocktaking')
  await panel.getByRole('button', { name: 'Change the stock' }).click()
  await expect(panel.getByText(`${item.name}: 25 left to sell`)).toBeVisible()
  await expect(panel.getByRole('listitem').first()).toContainText('+16Stocktaking')
  await page.reload()
  await expect(panel.getByLabel('Price ($)')).toHaveValue('8')
  await panel.getByRole('button', { name: 'Hide' }).click()
  await expect(panel.getByRole('button', { name: 'Show again' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL('/dashboard/manageItems')
  await expect(rowOf(page, item.name)).toContainText('Hidden')
  expect((await people.visitor('GET', `/items/${item._id}`)).status()).toBe(404)
  await people.admin.call('DELETE', `/item/${item._id}`)
})

/** States that accessibility.spec.ts does not reach, because it checks pages as they open. */
const states: { name: string; show(page: Page, people: People): Promise<void> }[] = [
  {
    name: 'the details of an order',
    async show(page, people) {
      await anOrder(people, await people.join())
      const by = `${'long'.repeat(16)}@example.com`
      const sent = { at: '2026-11-15T09:30:00.000Z', what: 'sent', by, detail: null }
      await page.route('**/api/booking/*/timeline', route => route.fulfill({ json: [sent] }))
      await page.goto('/dashboard/manageAllOrders')
      await page
        .getByRole('link', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByText(`Sent by ${by}`)).toBeVisible()
    },
  },
  {
    name: 'the figures of the shop, as a table too',
    async show(page) {
      await page.setViewportSize({ width: 320, height: 900 })
      await page.goto('/dashboard/manageAllOrders?days=7')
      await page.getByRole('button', { name: 'Shop performance' }).click()
      await page.getByRole('button', { name: 'As a table' }).click()
    },
  },
  {
    name: 'the panel of an item',
    async show(page) {
      await page.goto(`/dashboard/manageItems?item=${goods.mug}`)
      await expect(page.getByRole('dialog').getByText('Opening stock')).toBeVisible()
    },
  },
  {
    name: 'the question before a role is taken',
    async show(page, people) {
      await page.goto(`/dashboard/allUsers?role=${people.admin.email}`)
      await expect(page.getByRole('dialog')).toContainText('This is your own role')
    },
  },
  {
    name: 'all reviews, one of them hidden and answered',
    async show(page, people) {
      const words = { name: 'Ann Example', comment: 'Fine.', starRating: 4 }
      const { _id } = await (await (await people.join()).call('POST', '/myReview', words)).json()
      await people.admin.call('PATCH', `/review/${_id}`, { hidden: true, answer: 'Thank you.' })
      await page.goto('/dashboard/myReview')
      await expect(page.getByText('Reply from Tuckshop')).toBeVisible()
    },
  },
  {
    name: 'a search that finds nothing',
    async show(page) {
      await page.goto('/items?search=nothing')
      await expect(page.getByText('No items found').first()).toBeVisible()
    },
  },
]

for (const { name, show } of states) {
  test(`${name}: no accessibility violation, no sideways scrolling`, async ({ page, people, admin: _ }) => {
    await show(page, people)
    await expectAccessible(page)
  })
}
