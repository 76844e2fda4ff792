import { startShop } from '../tests/helpers/running-shop.ts'
import { addPasskey, plugInDevice } from './device.ts'
import { alive, expect, test } from './shop.ts'

test.use({
  ownTab: true,
  shop: [
    async ({ engine }, use) => {
      const shop = await startShop(engine, { ADMIN_SECOND_FACTOR: 'required' })
      await use(shop)
      expect(await shop.stop()).toBe(0)
    },
    { scope: 'worker' },
  ],
})

test('an admin without a second factor is led to add one, and manages the shop then', async ({ page }) => {
  await plugInDevice(page)
  await page.goto('/login')
  await alive(page)
  await page.getByRole('button', { name: 'Use the account Admin' }).click()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/manageAllOrders')
  await page.getByRole('link', { name: 'To My Profile' }).click()
  await addPasskey(page)
  await page.getByRole('link', { name: 'Manage All Orders' }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
})
