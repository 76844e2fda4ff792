import type { Page } from '@playwright/test'
import { payButton, typeCard } from './paying.ts'
import { troublesOf } from './silence.ts'
import { expect, test } from './spec/fixtures.ts'
import { fillOrder } from './spec/shelf.ts'

/** The page has arrived and asks for nothing more. How each page loads is watched in accessibility.spec.ts. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

async function follow(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await settled(page)
  }
}

test('a visitor walks through every open page in silence', async ({ page }) => {
  const troubles = troublesOf(page)
  await page.goto('/')
  await settled(page)
  await follow(page, 'Team', 'Portfolio', 'LOGIN', 'Create a account?', 'Already have a account?', 'Home')
  await follow(page, 'Items')
  await expect(page).toHaveURL('/login')
  expect(troubles).toEqual([])
})

test('a user signs up, orders, pays, reviews and signs out in silence', async ({ page }) => {
  const troubles = troublesOf(page)
  await page.goto('/')
  await follow(page, 'LOGIN', 'Create a account?')
  await page.getByLabel('Name').fill('Cleo Console')
  await page.getByLabel('Email').fill(`cleo-${process.pid}@example.com`)
  await page.getByLabel('Password').fill('a good password')
  await page.getByRole('button', { name: 'Signup' }).click()
  await expect(page).toHaveURL('/')
  await settled(page)
  await follow(page, 'Team', 'Portfolio', 'Items', 'ORDER NOW: Oak Desk Tray')
  await fillOrder(page, '2')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('Add Item successfully')).toBeVisible()
  await settled(page)
  await follow(page, 'Dashboard', 'Add a Review')
  await page.getByLabel('Name').fill('Cleo Console')
  await page.getByLabel('Comment').fill('Not a word in the console.')
  await page.getByRole('button', { name: 'REVIEW SUBMIT' }).click()
  await expect(page.getByText('Thank you for your review')).toBeVisible()
  await follow(page, 'My Profile', 'My Orders', 'Payment')
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congrats Your payment is completed')).toBeVisible()
  await settled(page)
  await follow(page, 'My Orders', 'Home')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  await settled(page)
  expect(troubles).toEqual([])
})

test('an admin walks through every page in silence', async ({ page, admin: _ }) => {
  const troubles = troublesOf(page)
  await page.goto('/')
  await settled(page)
  await follow(page, 'Dashboard', 'Add a Review', 'My Orders')
  await follow(page, 'All Users', 'Add a Item', 'Manage Items', 'Manage All Orders', 'Items', 'Home')
  expect(troubles).toEqual([])
})
