import { alive, expect, test } from './shop.ts'

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

test('the theme is remembered', async ({ page }) => {
  await page.goto('/')
  await alive(page)
  const theme = () => page.locator('html').getAttribute('data-theme')
  const before = await theme()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const after = await theme()
  expect(after).not.toBe(before)
  await page.reload()
  expect(await theme()).toBe(after)
})
