import { pageErrorsOf } from '../page-errors.ts'
import { expect, logIn, navigateTo, test } from './fixtures.ts'

const phone = { width: 375, height: 700 }

test('§2 Navigation: where the top bar leads', async ({ page, user: _ }) => {
  const pageErrors = pageErrorsOf(page)
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
  await test.step("§1 Home: 'Our Items' has a 'See more' link to /items", async () => {
    await navigateTo(page, '/')
    await page.getByRole('region', { name: 'Our Items' }).getByRole('link', { name: 'See more' }).click()
    await expect(page).toHaveURL('/items')
  })
  expect(pageErrors).toEqual([])
})

test('§2 Navigation: the top bar has these links in this order', async ({ sharedPage }) => {
  const links = (await sharedPage('/')).getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Home', 'Items', 'Team', 'Portfolio', 'Dashboard'])
})

test('§2 Navigation: it shows Logout when signed in, and then no LOGIN', async ({ sharedPage }) => {
  const bar = (await sharedPage('/dashboard', 'user')).getByRole('banner')
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
    await page.goto('/dashboard')
    const toggle = page.getByRole('button', { name: 'Dashboard menu' })
    for (const path of ['/dashboard', '/dashboard/myReview', '/dashboard/myOrder']) {
      await test.step(`§2 Navigation: a Dashboard drawer toggle appears on ${path}`, async () => {
        await navigateTo(page, path)
        await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Welcome to your/)
        await expect(toggle).toBeVisible()
      })
    }
    await test.step('§2 Navigation: the drawer toggle opens the dashboard menu', async () => {
      const menu = page.getByRole('navigation', { name: 'Dashboard' })
      await expect(menu).toBeHidden()
      await toggle.click()
      await menu.getByRole('link', { name: 'My Profile' }).click()
      await expect(page).toHaveURL('/dashboard')
      await expect(menu).toBeHidden()
    })
    for (const [path, title] of [
      ['/', 'Small goods, well made'],
      ['/items', 'Our Items'],
      ['/team', 'Our Team'],
    ] as const) {
      await test.step(`§2 Navigation: no Dashboard drawer toggle on ${path}`, async () => {
        await navigateTo(page, path)
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
        await expect(page.getByRole('button', { name: /Dashboard/ })).toHaveCount(0)
      })
    }
  })
})

test('§2 Navigation: no drawer toggle on large screens', async ({ sharedPage }) => {
  const page = await sharedPage('/dashboard', 'user')
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dashboard menu' })).toBeHidden()
})
