import { demoAdmin, demoUser, expect, logIn, test } from './fixtures.ts'
import { holdBack } from './shelf.ts'

test('§2 Login: an e-mail field', async ({ glance }) => {
  await expect((await glance('/login')).getByLabel('Email')).toHaveAttribute('type', 'email')
})

test('§2 Login: a password field, which hides what is typed', async ({ glance }) => {
  await expect((await glance('/login')).getByLabel('Password')).toHaveAttribute('type', 'password')
})

test("§2 Login: the button 'Login' signs in", async ({ page }) => {
  await page.goto('/login')
  await logIn(page, demoUser)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test("§2 Login: link 'Create a account?' leads to /signup", async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create a account?' }).click()
  await expect(page).toHaveURL('/signup')
})

for (const account of [demoUser, demoAdmin]) {
  test(`§2 Login: the demo credentials box shows the account ${account.label}`, async ({ glance }) => {
    const box = (await glance('/login')).getByRole('region', { name: 'Demo credentials' })
    const shown = box.getByRole('listitem').filter({ hasText: account.email })
    await expect(shown).toContainText(account.label)
    await expect(shown).toContainText(account.password)
  })
}

test('§2 Login: a loader shows while signing in', async ({ page }) => {
  await page.goto('/login')
  const release = await holdBack(page, '**/api/auth/sign-in')
  await logIn(page, demoUser)
  const button = page.getByRole('button', { name: 'Login', exact: true })
  await expect(button.locator('.spinner')).toBeVisible()
  await expect(button).toBeDisabled()
  release()
  await expect(page).toHaveURL('/')
})
