import { AxeBuilder } from '@axe-core/playwright'
import { expect, forgive, signUp, test } from './shop.ts'

test('the home page comes rendered, with items and reviews, and is the same for everyone', async ({
  request,
  page,
}) => {
  const first = await request.get('/')
  const html = await first.text()
  expect(html).toContain('Our Items')
  expect(html).toContain('Oak Desk Tray')
  expect(html).toContain('User Reviews')
  expect(html).toContain('Nils Haugen')
  const etag = first.headers().etag ?? ''
  const again = await request.get('/', {
    headers: { 'if-none-match': etag, cookie: 'x=y', authorization: 'Bearer x' },
  })
  expect(again.status()).toBe(304)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'See more' })).toHaveAttribute('href', '/items')
})

test('a page runs only the scripts it was rendered with', async ({ request, page }) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')+ http:\/\/localhost:\d+;/)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
})

test('an unknown address shows a picture only, and says 404', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('img').first()).toBeVisible()
  forgive(complaints, /status of 404/)
})

test('a visitor is sent to log in and comes back to the page', async ({ page }) => {
  const { email, password } = await signUp(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  for (const path of ['/items', '/dashboard', '/dashboard/myReview']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/myReview')
})

test('login says what is wrong', async ({ page, complaints }) => {
  await page.goto('/login')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expect(page.getByText('Password must be required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password').fill('x')
  await login.click()
  await expect(page.getByText('User not found')).toBeVisible()
  await page.getByLabel('Email').fill('user@tuckshop.example')
  await login.click()
  await expect(page.getByText('Wrong password.Try again')).toBeVisible()
  forgive(complaints, /status of 40[14]/)
})

test('the order form says what is missing, and why a quantity will not do', async ({ page }) => {
  await signUp(page)
  await page.goto('/items')
  await page.getByRole('link', { name: 'ORDER NOW: Beeswax Candles' }).click()
  const order = page.getByRole('button', { name: 'ORDER NOW' })
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Quantity', { exact: true }).fill('')
  await order.click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Mobile Number is required')).toBeVisible()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expect(page.getByText('Quantity is required')).toBeVisible()
  await page.getByLabel('Full name').fill('Ann')
  await page.getByLabel('Mobile number').fill('1')
  await page.getByLabel('Address').fill('1 Street')
  await page.getByLabel('Quantity', { exact: true }).fill('1')
  await order.click()
  await expect(page.getByText('Please order at least 4.')).toBeVisible()
})

test('the theme is remembered', async ({ page }) => {
  await page.goto('/')
  const theme = () => page.locator('html').getAttribute('data-theme')
  const before = await theme()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const after = await theme()
  expect(after).not.toBe(before)
  await page.reload()
  expect(await theme()).toBe(after)
})

const publicPages = ['/', '/login', '/signup', '/no/such/page']
const ownPages = [
  '/items',
  '/items/0199a000-0000-7000-8000-111100000001',
  '/dashboard',
  '/dashboard/myReview',
  '/dashboard/myOrder',
]

for (const scheme of ['light', 'dark'] as const) {
  test(`no page has an accessibility violation or scrolls sideways (${scheme})`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signUp(page)
    for (const path of [...publicPages, ...ownPages]) {
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path, { waitUntil: 'networkidle' })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          `${path} at ${width}`,
        ).toEqual([])
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(sideways, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
    forgive(complaints, /status of 404/)
  })
}
