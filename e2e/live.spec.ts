import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ownNode } from '../scripts/bootstrap/own-node.mjs'
import { programEnvironment } from '../tests/helpers/program-environment.ts'
import { signUp } from './shop.ts'
import { expect, test } from './spec/fixtures.ts'

const run = promisify(execFile)

test('a live shop without provider keys starts, logs which features are off, and explains this on its pages', async ({
  openShop,
}) => {
  const { shop, page } = await openShop({ SHOP_MODE: 'live' })
  const startupLine =
    shop
      .log()
      .split('\n')
      .find(line => line.includes('is open at')) ?? ''
  const { off } = JSON.parse(startupLine) as { off: string[] }
  for (const feature of [
    'card payments',
    'sign-in with Google',
    'sign-in with GitHub',
    'receipts by email',
  ]) {
    expect(off.some(sentence => sentence.startsWith(feature))).toBe(true)
  }
  expect(shop.log()).not.toContain('well-made')
  await page.goto('/login')
  await expect(page.getByText('Signing in with Google is not available here.')).toBeVisible()
  await expect(page.getByText('Signing in with GitHub is not available here.')).toBeVisible()
  await expect(page.getByText('Demo credentials')).toHaveCount(0)

  const { email } = await signUp(page)
  await page.goto('/items')
  await expect(page.getByText('The shelves are empty. Please come back soon.')).toBeVisible()
  await run(ownNode, ['scripts/admin.ts', 'grant', email], {
    env: { ...programEnvironment, SHOP_MODE: 'live', ...shop.environment },
  })
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const added = await page.request.post('/api/addItem', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: 'Oak Desk Tray',
      description: 'x',
      availableQuantity: 5,
      mustQuantity: 1,
      price: 34,
      photoUrl: '/pictures/oak-desk-tray-960.webp',
    },
  })
  expect(added.status()).toBe(201)
  await page.goto('/items')
  await page.getByRole('link', { name: 'ORDER NOW: Oak Desk Tray' }).click()
  await expect(
    page.getByText('This shop takes no payments online. The shop tells you how to pay.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'ORDER NOW' })).toBeVisible()
})
