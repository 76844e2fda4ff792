import type { Locator, Page } from '@playwright/test'
import { pageErrorsOf } from './page-errors.ts'
import { payButton } from './paying.ts'
import { expect, test } from './spec/fixtures.ts'
import { anOrder } from './spec/test-data.ts'

const type = (page: Page, text: string) => page.keyboard.type(text)

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Tabs to a link or button and presses Enter; the focus has to be visible. */
async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await expectSeen(target)
  await page.keyboard.press('Enter')
}

async function expectSeen(target: Locator): Promise<void> {
  const outline = await target.evaluate(element => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return { style: outlineStyle, width: Number.parseFloat(outlineWidth) }
  })
  expect(outline.style, `${target}`).not.toBe('none')
  expect(outline.width, `${target}`).toBeGreaterThanOrEqual(2)
}

async function signUpByKeyboard(page: Page): Promise<void> {
  await enter(page, page.getByRole('link', { name: 'LOGIN' }))
  await expect(page).toHaveURL('/login')
  await enter(page, page.getByRole('link', { name: 'Create a account?' }))
  await expect(page).toHaveURL('/signup')
  const name = page.getByLabel('Name')
  await tabTo(page, name)
  await expectSeen(name)
  await type(page, 'Kay Board')
  await page.keyboard.press('Tab')
  await type(page, `kay-${process.pid}@example.com`)
  await page.keyboard.press('Tab')
  await type(page, 'a good password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/')
}

async function orderByKeyboard(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  await enter(page, menu.getByRole('link', { name: 'Items', exact: true }))
  await expect(page).toHaveURL('/items')
  await enter(page, page.getByRole('link', { name: 'ORDER NOW: Oak Desk Tray' }))
  await tabTo(page, page.getByLabel('Full name'))
  await type(page, 'Kay Board')
  await tabTo(page, page.getByLabel('Mobile number'))
  await type(page, '555 0100')
  await page.keyboard.press('Tab')
  await type(page, '1 Key Street')
  await page.keyboard.press('Tab')
  await type(page, '1')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('2')
  await enter(page, page.getByRole('button', { name: 'ORDER NOW' }))
  await expect(page.getByText('Add Item successfully')).toBeVisible()
}

test('a whole purchase by keyboard, from the home page to the paid order, without errors', async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page)
  await page.goto('/')
  await signUpByKeyboard(page)
  await orderByKeyboard(page)
  await enter(page, page.getByRole('main').getByRole('link', { name: 'My Orders' }))
  await expect(page).toHaveURL('/dashboard/myOrder')
  await enter(page, page.getByRole('link', { name: /^Payment/ }))
  await expect(payButton(page)).toBeEnabled()
  // The card fields move the cursor to the next field by themselves.
  await tabTo(page, page.locator('iframe[title="Secure payment input frame"]'))
  await type(page, '4242424242424242')
  await type(page, '1234')
  await type(page, '123')
  await enter(page, payButton(page))
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await enter(page, page.getByRole('main').getByRole('link', { name: 'My Orders' }).last())
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(pageErrors).toEqual([])
})

test('the skip link leads past the top bar', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog traps the focus, closes on Escape and restores the focus', async ({
  page,
  people,
  newcomer,
}) => {
  await anOrder(people, newcomer)
  await page.goto('/dashboard/myOrder')
  const remove = page.getByRole('button', { name: /^Remove/ }).first()
  await enter(page, remove)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(
      () => document.activeElement?.closest('main, header, footer') !== null,
    )
    const inDialog = await dialog.evaluate(element => element.contains(document.activeElement))
    expect(outside && !inDialog).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
})
