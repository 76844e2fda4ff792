import type { Page } from '@playwright/test'
import { codeOf, stepAt } from '../src/server/features/factors/totp.ts'
import { addPasskey, addVirtualDevice } from './device.ts'
import { logOut } from './shop.ts'
import { allowErrors, expect, logIn, test } from './spec/fixtures.ts'

/** The shop's clock cannot be moved from here, so the refusal is simulated; the proof after it is real. */
test('hours after logging in, adding the first passkey asks for the password', async ({
  page,
  consoleErrors,
  newcomer: { password },
}) => {
  await addVirtualDevice(page)
  await page.goto('/dashboard')
  const problem = {
    type: 'about:blank',
    title: '',
    status: 403,
    code: 'fresh_proof_needed',
    detail: 'Confirm that it’s you first.',
    ways: ['password'],
  }
  await page.route('**/api/auth/passkeys/options', route => route.fulfill({ status: 403, json: problem }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name this passkey').fill('My phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Use this password' }).click()
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('My phone')
  allowErrors(consoleErrors, /403/)
})

/** Nobody can select from Chromium's list under the field, so the virtual device answers instead. */
test('a passkey is added and signs in without typing; the password and the button still work while it is suggested', async ({
  page,
  request,
  newcomer: person,
}) => {
  const device = await addVirtualDevice(page)
  await page.goto('/dashboard')
  await addPasskey(page)
  await logOut(page)
  await page.goto('/dashboard/myOrder')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrder')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const me = await request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ email: person.email })

  await device.setPresent(false)
  for (const signIn of [
    () => logIn(page, person),
    async () => {
      await device.setPresent(true)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    },
  ]) {
    await logOut(page)
    const offered = page.waitForResponse('**/api/auth/passkeys/challenge')
    await page.goto('/login')
    expect((await offered).status()).toBe(200)
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    await signIn()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page).toHaveURL('/')
  }
})

/** Sets up an authenticator app in My Profile and returns the recovery codes. */
async function setUpApp(page: Page): Promise<string[]> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const address = await page.getByRole('link', { name: 'open it in one on this device' }).getAttribute('href')
  const secret = new URL(address ?? '').searchParams.get('secret') ?? ''
  await page.getByLabel('Code from the app').fill(codeOf(secret, stepAt(Date.now())))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const recoveryCodes = await shown.allTextContents()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  return recoveryCodes
}

test('with an app the password alone is not enough, and a recovery code works once', async ({
  page,
  consoleErrors,
  newcomer: person,
}) => {
  const [code = ''] = await setUpApp(page)
  const logInWith = async (typed: string) => {
    await logOut(page)
    await page.goto('/login')
    await logIn(page, person)
    await page.getByLabel('Code').fill(typed)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await logInWith(code)
  await expect(page).toHaveURL('/')
  await logInWith(code)
  await expect(page.getByText('This code is wrong, has expired or was already used.')).toBeVisible()
  allowErrors(consoleErrors, /403/)
})
