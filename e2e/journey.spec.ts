import type { Page } from '@playwright/test'
import { pageErrorsOf } from './page-errors.ts'
import { expect, logIn, logOut, signUp, test } from './shop.ts'

test('a newcomer signs up and orders; nobody else sees the order; they return to it and remove it; profile and review are saved', async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page)
  const ann = await signUp(page, 'Ann Example')

  await page.getByRole('navigation').getByRole('link', { name: 'Items', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Our Items' })).toBeVisible()
  await page.getByRole('link', { name: 'ORDER NOW: Stoneware Mug' }).click()
  await expect(page.getByRole('heading', { name: 'Stoneware Mug' })).toBeVisible()
  await expect(page.getByText(/^Must take Quantity:\s*2$/)).toBeVisible()
  const available = page.getByText(/^Available Quantity:\s*\d+$/)
  const before = Number((await available.innerText()).replace(/\D/g, ''))

  await page.getByLabel('Full name').fill('Ann Example')
  await page.getByLabel('Mobile number').fill('555 0100')
  await page.getByLabel('Address').fill('1 Test Street')
  await page.getByLabel('Quantity', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'ORDER NOW' }).click()
  await expect(page.getByText('Add Item successfully')).toBeVisible()
  await expect(available).toHaveText(new RegExp(`:\\s*${before - 3}$`))

  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('heading', { name: 'Welcome to your Order' })).toBeVisible()
  const order = page.getByRole('row').filter({ hasText: 'Stoneware Mug' })
  await expect(order).toContainText('1 Test Street')
  await expect(order).toContainText('$66')
  await expect(order).toContainText('Unpaid')
  await expectHiddenFromOthers(page)
  await returnToOrder(page, ann)
  await expect(order).toContainText('1 Test Street')

  await order.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('You really want to delete this product?')
  await dialog.getByRole('button', { name: /Remove/ }).click()
  await expect(order).toHaveCount(0)
  await saveProfile(page)
  await writeReview(page)
  expect(pageErrors).toEqual([])
})

async function expectHiddenFromOthers(page: Page): Promise<void> {
  await logOut(page)
  await signUp(page, 'Eve Example')
  await page.goto('/dashboard/myOrder')
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  await expect(page.getByText('1 Test Street')).toHaveCount(0)
}

async function returnToOrder(page: Page, ann: { email: string; password: string }): Promise<void> {
  await logOut(page)
  await page.goto('/dashboard/myOrder')
  await expect(page).toHaveURL('/login')
  await logIn(page, ann)
  await expect(page).toHaveURL('/dashboard/myOrder')
}

async function saveProfile(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to your profile' })).toBeVisible()
  await page.getByLabel('Mobile number').fill('555 0100')
  await page.getByLabel('Address').fill('1 Test Street')
  await page.getByLabel('Education').fill('School of life')
  await page.getByLabel('Linkedin').fill('https://linkedin.example/ann')
  await page.getByRole('button', { name: 'ADD OR UPDATE PROFILE' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'School of life' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('definition').filter({ hasText: 'School of life' })).toBeVisible()
}

async function writeReview(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add a Review' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to your Review' })).toBeVisible()
  const comment = `A fine shop, says visitor ${Date.now()}`
  await page.getByLabel('Name').fill('Ann Example')
  await page.getByLabel('Comment').fill(comment)
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'REVIEW SUBMIT' }).click()
  await expect(page.getByText('Thank you for your review')).toBeVisible()
  await page.goto('/')
  await expect(page.getByText(comment).first()).toBeVisible()
}
