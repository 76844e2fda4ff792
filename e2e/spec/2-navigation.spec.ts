import { troublesOf } from '../silence.ts'
import { expect, logIn, test } from './fixtures.ts'
import { holdBack } from './shelf.ts'

const phone = { width: 375, height: 700 }

test('§2 Navigation: where the top bar leads', async ({ page, user: _ }) => {
  const troubles = troublesOf(page)
  await page.goto('/dashboard/myReview')
  for (const { name, path } of [
    { name: 'Home', path: '/' },
    { name: 'Items', path: '/items' },
    { name: 'Team', path: '/team' },
    { name: 'Portfolio', path: '/portfolio' },
    { name: 'Dashboard', path: '/dashboard' },
  ]) {
    await test.step(`§2 Navigation: ${name} (${path})`, async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    })
  }
  expect(troubles).toEqual([])
})

test('§2 Navigation: the top bar has these links in this order', async ({ glance }) => {
  const links = (await glance('/')).getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Items', 'Team', 'Portfolio', 'Dashboard'])
})

test('§2 Navigation: LOGIN (/login)', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'LOGIN', exact: true }).click()
  await expect(page).toHaveURL('/login')
})

test('§2 Navigation: it shows Logout when signed in, and then no LOGIN', async ({ glance }) => {
  const bar = (await glance('/dashboard', 'user')).getByRole('banner')
  await expect(bar.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'LOGIN' })).toHaveCount(0)
})

test('§2 Navigation: Logout signs out', async ({ page, newcomer }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await expect.poll(async () => (await newcomer.call('GET', '/auth/me')).status()).toBe(401)
})

test('§2 Navigation: a visitor who takes Dashboard lands on /login, and afterwards on the dashboard', async ({
  page,
  people,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, people.user)
  await expect(page).toHaveURL('/dashboard')
})

test.describe('on a small screen', () => {
  test.use({ viewport: phone })

  test('§2 Navigation: on which pages the Dashboard drawer toggle is', async ({ page, user: _ }) => {
    for (const path of ['/dashboard', '/dashboard/myReview', '/dashboard/myOrder']) {
      await test.step(`§2 Navigation: a Dashboard drawer toggle appears on ${path}`, async () => {
        await page.goto(path)
        await expect(page.getByRole('button', { name: 'Dashboard menu' })).toBeVisible()
      })
    }
    for (const path of ['/', '/items', '/team']) {
      await test.step(`§2 Navigation: no Dashboard drawer toggle on ${path}`, async () => {
        await page.goto(path)
        await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
        await expect(page.getByRole('button', { name: /Dashboard/ })).toHaveCount(0)
      })
    }
  })

  test('§2 Navigation: the drawer toggle opens the dashboard menu', async ({ page, user: _ }) => {
    await page.goto('/dashboard')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Dashboard menu' }).click()
    await menu.getByRole('link', { name: 'My Orders' }).click()
    await expect(page).toHaveURL('/dashboard/myOrder')
    await expect(menu).toBeHidden()
  })
})

test('§2 Navigation: no drawer toggle on large screens', async ({ glance }) => {
  const page = await glance('/dashboard', 'user')
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dashboard menu' })).toBeHidden()
})

test('§2 Navigation: a loading indicator replaces the navbar while authentication loads', async ({
  page,
  user: _,
}) => {
  const release = await holdBack(page, '**/api/auth/me')
  await page.goto('/')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('status')).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Home', exact: true })).toBeHidden()
  release()
  await expect(bar.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
  await expect(bar.getByRole('status')).toBeHidden()
})

test('§2 Navigation: a loading indicator replaces the dashboard menu while the admin check loads', async ({
  page,
  admin: _,
}) => {
  const release = await holdBack(page, /\/api\/(auth\/me|admin\/)/)
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('status')).toBeVisible()
  await expect(page.getByRole('link', { name: 'My Profile' })).toHaveCount(0)
  release()
  await expect(page.getByRole('link', { name: 'Manage All Orders' })).toBeVisible()
})
