import { expect, test } from './fixtures.ts'

for (const { label, type } of [
  { label: 'Name', type: 'text' },
  { label: 'Email', type: 'email' },
  { label: 'Password', type: 'password' },
]) {
  test(`§2 Signup: field ${label.toLowerCase()}`, async ({ sharedPage }) => {
    const field = (await sharedPage('/signup')).getByLabel(label, { exact: true })
    await expect(field).toHaveJSProperty('type', type)
    await expect(field).toBeEditable()
  })
}

for (const name of ['Sign in with google', 'Sign in with github']) {
  test(`§2 Signup: the social sign-in block has '${name}'`, async ({ page, shop }) => {
    await page.goto('/signup')
    await page.getByRole('button', { name }).click()
    await page.waitForURL(url => url.origin === new URL(shop.sandboxUrl).origin)
  })
}

test('§2 Signup: after the Signup button and success the user goes to /', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Nina New')
  await page.getByLabel('Email').fill(`nina-${process.pid}@example.com`)
  await page.getByLabel('Password').fill('a good password')
  await page.getByRole('button', { name: 'Signup', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})
