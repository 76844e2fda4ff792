import { addPasskey, addVirtualDevice } from './device.ts'
import { expect, hydrated, test } from './spec/fixtures.ts'

test('an admin without a second factor is asked to add one, and then manages the shop', async ({
  openShop,
}) => {
  const { page } = await openShop({ ADMIN_SECOND_FACTOR: 'required' })
  await addVirtualDevice(page)
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('button', { name: 'Use the account Admin' }).click()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/manageAllOrders')
  await page.getByRole('link', { name: 'Go to My Profile' }).click()
  await addPasskey(page)
  await page.getByRole('link', { name: 'Manage All Orders' }).click()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
})
