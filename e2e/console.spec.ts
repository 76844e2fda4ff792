import type { Page } from '@playwright/test'
import { payButton, typeCard } from './paying.ts'
import { expect, signIn, test } from './spec/fixtures.ts'
import { anOrder, fillOrder, goods } from './spec/shelf.ts'

/** Everything that goes wrong in a page, said aloud or not. Nothing is forgiven. */
function troublesOf(page: Page): string[] {
  const troubles: string[] = []
  page.on('console', message => {
    if (['error', 'warning', 'assert'].includes(message.type())) troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => troubles.push(`page: ${error.message}`))
  page.on('requestfailed', asked => {
    const why = asked.failure()?.errorText ?? ''
    // A page that is left takes back what it has asked; the browser says nothing about it.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${asked.url()} ${why}`)
  })
  page.on('response', answer => {
    if (answer.status() >= 400) troubles.push(`${answer.status()}: ${answer.url()}`)
  })
  return troubles
}

/** The page has arrived and asks for nothing more. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

async function follow(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await settled(page)
  }
}

// The not-found page is the one that cannot be here: its answer is 404.
const open = ['/', '/team', '/portfolio', '/starRating', '/login', '/signup']
const own = ['/', '/items', `/items/${goods.tray}`, '/dashboard', '/dashboard/myReview', '/dashboard/myOrder']
const adminsOnly = [
  '/dashboard/allUsers',
  '/dashboard/addItem',
  '/dashboard/manageItems',
  '/dashboard/manageAllOrders',
]

async function load(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await settled(page)
    expect(new URL(page.url()).pathname).toBe(path)
    // Pictures and the film wait until they are near.
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 600) {
        window.scrollTo(0, y)
        await new Promise(resolve => requestAnimationFrame(resolve))
      }
    })
    await settled(page)
  }
}

test('a visitor loads every open page in silence', async ({ page }) => {
  const troubles = troublesOf(page)
  await load(page, open)
  expect(troubles).toEqual([])
})

test('a visitor walks through every open page in silence', async ({ page }) => {
  const troubles = troublesOf(page)
  await page.goto('/')
  await settled(page)
  await follow(page, 'Team', 'Portfolio', 'LOGIN', 'Create a account?', 'Already have a account?', 'Home')
  await follow(page, 'Items')
  await expect(page).toHaveURL('/login')
  expect(troubles).toEqual([])
})

test('a user loads every page of theirs in silence', async ({ page, people, newcomer }) => {
  const { _id } = await anOrder(people, newcomer)
  const troubles = troublesOf(page)
  await load(page, [...own, `/dashboard/payment/${_id}`])
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

test('an admin loads every page of theirs in silence', async ({ page, people }) => {
  await signIn(page, people.admin)
  const troubles = troublesOf(page)
  await load(page, adminsOnly)
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
