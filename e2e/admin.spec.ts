import type { Page } from '@playwright/test'
import { violationsOf } from '../tests/helpers/axe.ts'
import { orderAndPay } from './paying.ts'
import { expect, forgive, signUp, test } from './shop.ts'

async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill('admin@tuckshop.example')
  await page.getByLabel('Password').fill('well-made')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  await expect(page).toHaveURL('/')
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The list is long when other tests have signed people up: further pages are fetched until the user is seen. */
async function findUser(page: Page, email: string) {
  const more = page.getByRole('button', { name: 'Load more' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  while ((await rowOf(page, email).count()) === 0) await more.click()
  return rowOf(page, email)
}

test('an admin promotes one user and removes another, who is out at once', async ({
  page,
  browser,
  complaints,
}) => {
  const ann = await signUp(page)
  await signOut(page)
  const elsewhere = await browser.newContext()
  const bob = await elsewhere.newPage()
  const { email } = await signUp(bob, 'Bob Example')

  await signInAsAdmin(page)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const menu = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(menu).toHaveText([
    'My Profile',
    'Add a Review',
    'My Orders',
    'All Users',
    'Add a Item',
    'Manage Items',
    'Manage All Orders',
  ])
  await page.getByRole('link', { name: 'All Users' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to your Order' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['SN', 'User', 'Admin User', 'Remove User'])
  await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('1')
  await expect(await findUser(page, 'admin@tuckshop.example')).toContainText('Already have been Admin')

  const promoted = await findUser(page, ann.email)
  await promoted.getByRole('button', { name: 'Admin', exact: true }).dblclick()
  await expect(page.getByText(`${ann.email} is an admin now`)).toHaveCount(1)
  await expect(promoted).toContainText('Already have been Admin')

  const removed = await findUser(page, email)
  await removed.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`${email} was removed`)).toBeVisible()
  await expect(removed).toHaveCount(0)
  await bob.goto('/dashboard')
  await expect(bob).toHaveURL('/login')
  await elsewhere.close()
  await signOut(page)

  await page.goto('/dashboard/allUsers')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByLabel('Password').fill(ann.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/allUsers')
  const self = await findUser(page, ann.email)
  await self.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('This is your own account. Another admin can remove it for you.')).toBeVisible()
  await expect(self.getByRole('button', { name: 'Remove', exact: true })).toBeEnabled()
  await expect(page).toHaveURL('/dashboard/allUsers')
  forgive(complaints, /status of 409/)
})

test('an admin removes an item after being asked', async ({ page, request }) => {
  await signInAsAdmin(page)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const name = `Spare Spoon ${Date.now()}`
  await request.post('/api/addItem', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name,
      description: 'x',
      availableQuantity: 5,
      mustQuantity: 1,
      price: 3,
      photoUrl: '/pictures/desk-clock-960.webp',
    },
  })
  await page.goto('/dashboard/manageItems')
  await expect(page.getByRole('heading', { name: 'Manage Items' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['SN', 'Image', 'Product', 'Remove Product'])
  await expect(page.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('1')
  await page.getByRole('button', { name: 'Load more' }).click()
  await rowOf(page, name).getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'You really want to delete this product?' })
  await expect(dialog).toContainText(name)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await rowOf(page, name).getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove Item' }).click()
  await expect(page.getByText(`${name} was removed`)).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('items are searched and sorted in the address', async ({ page }) => {
  await signUp(page)
  await page.goto('/items')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names).toHaveCount(12)
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

test('an order opens in full, for its owner and for an admin', async ({ page }) => {
  const { email } = await signUp(page)
  const id = await orderAndPay(page)
  const facts = [
    id,
    'Oak Desk Tray',
    '$34',
    '$68',
    'Ann Example',
    email,
    '555 0100',
    '1 Test Street',
    'Unpaid',
  ]
  await page.goto('/dashboard/myOrder')
  await page.getByRole('button', { name: 'Oak Desk Tray Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Order details' })
  for (const fact of facts) await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Oak Desk Tray Details' })).toBeFocused()
  await signOut(page)

  await signInAsAdmin(page)
  await page.goto('/dashboard/manageAllOrders')
  await rowOf(page, email).getByRole('button', { name: 'Oak Desk Tray Details' }).click()
  for (const fact of facts) await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

/** What accessibility.spec.ts does not come to see: it looks at pages as they are when they open. */
const states: { name: string; show(page: Page): Promise<void> }[] = [
  {
    name: 'the details of an order',
    async show(page) {
      await orderAndPay(page)
      await page.goto('/dashboard/manageAllOrders')
      await page
        .getByRole('button', { name: /Details$/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
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
  test(`${name}: no accessibility violation, no sideways scrolling`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAsAdmin(page)
    await show(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await violationsOf(page), `${colorScheme} at ${width}`).toEqual([])
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(sideways, `${colorScheme} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  })
}
