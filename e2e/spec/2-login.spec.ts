import { allowErrors, demoAdmin, demoUser, expect, logIn, navigateTo, test } from './fixtures.ts'
import { nextRequest } from './requests.ts'
import { delayResponses } from './test-data.ts'

test('§2 Login: an email field', async ({ sharedPage }) => {
  await expect((await sharedPage('/login')).getByLabel('Email')).toHaveAttribute('type', 'email')
})

test('§2 Login: a password field, which hides what is typed', async ({ sharedPage }) => {
  await expect((await sharedPage('/login')).getByLabel('Password')).toHaveAttribute('type', 'password')
})

for (const account of [demoUser, demoAdmin]) {
  test(`§2 Login: the demo credentials box shows the account ${account.label}`, async ({ sharedPage }) => {
    const box = (await sharedPage('/login')).getByRole('region', { name: 'Demo credentials' })
    const shown = box.getByRole('listitem').filter({ hasText: account.email })
    await expect(shown).toContainText(account.label)
    await expect(shown).toContainText(account.password)
  })
}

test('§2 Login: from the top bar to a signed-in user', async ({ page, people: { user }, consoleErrors }) => {
  await page.goto('/')
  await test.step('§2 Navigation: LOGIN (/login)', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'LOGIN', exact: true }).click()
    await expect(page).toHaveURL('/login')
  })
  await test.step("§2 Login: link 'Create a account?' leads to /signup", async () => {
    await page.getByRole('link', { name: 'Create a account?' }).click()
    await expect(page).toHaveURL('/signup')
  })
  await test.step("§2 Signup: link 'Already have a account?' leads to /login", async () => {
    await page.getByRole('link', { name: 'Already have a account?' }).click()
    await expect(page).toHaveURL('/login')
  })
  for (const { words, account } of [
    { words: 'User not found', account: { email: 'nobody@example.com', password: 'x' } },
    { words: 'Wrong password.Try again', account: { email: user.email, password: 'not it' } },
  ]) {
    await test.step(`§8 Login: '${words}'`, async () => {
      await logIn(page, account)
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(words)
      await expect(page).toHaveURL('/login')
    })
  }
  allowErrors(consoleErrors, /status of 40[14]/)
  const [known, entered] = [
    await delayResponses(page, '**/api/auth/sign-in'),
    await delayResponses(page, '**/api/users/*'),
  ]
  const call = nextRequest(page, 'PUT', `/api/users/${encodeURIComponent(user.email)}`)
  const button = page.getByRole('button', { name: 'Login', exact: true })
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
  await test.step('§4 Sign-in: idle, loading, success: the token is stored, then redirect', async () => {
    await expect(button).toBeEnabled()
    await logIn(page, user)
    await test.step('§2 Login: a loader shows while signing in', async () => {
      await expect(button.locator('.spinner')).toBeVisible()
      await expect(button).toBeDisabled()
    })
    known()
    await call
    await expect(button).toBeDisabled()
    expect(await token()).toBeNull()
    entered()
    await test.step('§2 After login the user goes to / by default', () => expect(page).toHaveURL('/'))
    expect(await token()).not.toBeNull()
  })
  await test.step('§7 PUT /users/{email}: JSON email, called after sign-in; token stored as accessToken, then redirect', async () => {
    expect((await call).postDataJSON()).toEqual({ email: user.email })
    expect(await (await (await call).response())?.json()).toEqual({ token: await token() })
  })
  await test.step('§3 Session token: kept in local storage under accessToken, and nowhere else', async () => {
    expect(await token()).toMatch(/^[\w-]{20,}$/)
    expect(JSON.stringify(await page.context().cookies())).not.toContain(String(await token()))
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['accessToken'])
  })
  await test.step("§2 Login: the button 'Login' signs in", () =>
    expect(page.getByRole('button', { name: 'Logout' })).toBeVisible())
  await test.step('§1 Sign-in with email and password', async () => {
    await navigateTo(page, '/dashboard')
    await expect(page.getByRole('definition').filter({ hasText: user.email })).toBeVisible()
  })
})
