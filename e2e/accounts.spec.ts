import { expectAccessible } from './accessible.ts'
import { allowErrors, clearSession, expect, hydrated, logIn, test } from './spec/fixtures.ts'

const next = 'nine blue teapots'

test('a forgotten password: the link in the email works once, ends all sessions, and says when it is used', async ({
  page,
  people,
  request,
  shop,
  consoleErrors,
}) => {
  const ann = await people.join()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const asking = page.getByRole('dialog', { name: 'Forgot your password?' })
  await asking.getByLabel('Email').fill(ann.email)
  await asking.getByRole('button', { name: 'Send me a link' }).click()
  await expect(asking).toContainText('we have sent a link')
  await expectAccessible(page)

  const link = async () => {
    const mails = await request.get(`${shop.sandboxUrl}/mailbox.json?to=${ann.email}`)
    const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => text)
    return /http\S+\?reset=\S+/.exec(texts.join('\n'))?.[0]
  }
  await expect.poll(link).toBeTruthy()
  const address = (await link()) ?? ''
  await page.goto(address)
  const choosing = page.getByRole('dialog', { name: 'Choose a new password' })
  await choosing.getByLabel('New password').fill('12345')
  await expect(choosing).toContainText('Easy to guess')
  await choosing.getByLabel('New password').fill(next)
  await expectAccessible(page)
  await choosing.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/login')
  expect((await ann.call('GET', '/auth/me')).status()).toBe(401)
  await page.goto('/login')
  await logIn(page, { ...ann, password: next })
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()

  await page.goto(address)
  await hydrated(page)
  await choosing.getByLabel('New password').fill('another one')
  await choosing.getByRole('button', { name: 'Change password' }).click()
  await expect(choosing).toContainText('has already been used')
  await choosing.getByRole('link', { name: 'Get a new one' }).click()
  allowErrors(consoleErrors, /410/)
})

test('My Profile lists another browser and signs it out', async ({ page, browser, newcomer }) => {
  const elsewhere = await browser.newContext()
  const theirs = await elsewhere.newPage()
  await theirs.goto('/icon.svg')
  await theirs.goto('/login')
  await logIn(theirs, newcomer)
  await expect(theirs.getByRole('button', { name: 'Logout' })).toBeVisible()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Where you are signed in' }).click()
  await expect(page).toHaveURL('/dashboard?account=sessions')
  const panel = page.getByRole('dialog', { name: 'Where you are signed in' })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel.getByRole('listitem')).toContainText('This browser')

  await theirs.goto('/dashboard')
  await expect(theirs).toHaveURL('/login')
  await elsewhere.close()
})

test('the link in an email confirms the email address, also in a browser that has to sign in first', async ({
  page,
  request,
  shop,
  newcomer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Your email' })
  await banner.getByRole('button', { name: 'Send me the link' }).click()
  const link = async () => {
    const mails = await request.get(`${shop.sandboxUrl}/mailbox.json?to=${newcomer.email}`)
    const texts = ((await mails.json()) as { text: string }[]).map(({ text }) => text)
    return /http\S+\?verify=\S+/.exec(texts.join('\n'))?.[0]
  }
  await expect.poll(link).toBeTruthy()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await clearSession(page)
  await page.goto((await link()) ?? '')
  await expect(page).toHaveURL('/login')
  await logIn(page, newcomer)
  const dialog = page.getByRole('dialog', { name: 'Confirm your email' })
  await dialog.getByRole('button', { name: 'Yes, it’s mine' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Email confirmed')).toBeVisible()
  await expect(banner).toBeHidden()
})
