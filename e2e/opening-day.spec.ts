import { expectAccessible } from './accessible.ts'
import { expect, test } from './spec/fixtures.ts'

/** The line that a live shop prints once it is open. */
const openedLine = (log: string) =>
  JSON.parse(log.split('\n').find(line => line.includes('is open at')) ?? '{}') as {
    address: string
    welcome: string
  }

test('a new live shop invites its owner, who signs up and sees what is to be done', async ({ openShop }) => {
  const { shop, page } = await openShop({ SHOP_MODE: 'live', LOG_LEVEL: 'trace' })
  const { address, welcome } = openedLine(shop.log())
  expect(welcome).toMatch(new RegExp(`^${address}/signup\\?welcome=[\\w-]{43}$`))
  await page.goto(welcome)
  await expect(page.getByText('You are the first one here: this account will own the shop.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Ada Potter')
  await page.getByLabel('Email').fill('ada@atelier.example')
  await page.getByLabel('Password', { exact: true }).fill('nine blue teapots')
  await page.getByRole('button', { name: 'Signup' }).click()
  await page.getByRole('button', { name: 'Make it the owner’s account' }).click()
  await page.waitForURL('/dashboard')

  await expect(page.getByRole('heading', { name: 'Opening day' })).toBeVisible()
  await expect(page.getByText('0 of 10 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage Items' })).toBeVisible()
  await expect(page.getByText('Email confirmed')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/')
  await page.getByRole('link', { name: 'Your shop' }).click()
  await page.getByLabel('Shop name', { exact: true }).fill('Atelier Lumière')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByText('Saved. Your shop shows the changes now.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('1 of 10 done')).toBeVisible()

  await page.getByRole('link', { name: 'Selling' }).click()
  await page.getByLabel('Currency').selectOption('EUR')
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  await page.goto('/dashboard')
  await expect(page.getByText('2 of 10 done')).toBeVisible()

  await page.getByRole('button', { name: 'Hide this list' }).click()
  await page.getByRole('link', { name: 'Opening day' }).click()
  await expect(page.getByRole('dialog', { name: 'Opening day' })).toBeVisible()
  await expectAccessible(page)

  const secret = new URL(welcome).searchParams.get('welcome') ?? ''
  const lines = shop.log().split('\n')
  expect(lines.filter(line => line.includes(secret))).toHaveLength(1)
  expect((await page.request.post('/api/auth/welcome/check', { data: { token: secret } })).status()).toBe(410)
})
