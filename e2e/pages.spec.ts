import type { APIRequestContext } from '@playwright/test'
import { expect, hydrated, test } from './spec/fixtures.ts'

test('the home page is rendered on the server, with items and reviews, and is the same for everyone', async ({
  request,
  page,
}) => {
  // Again if another test has added an item in between.
  await expect(async () => {
    const [newest] = (await (await request.get('/api/items?limit=1')).json()) as { name: string }[]
    const first = await request.get('/')
    const html = await first.text()
    expect(html).toContain('Our Items')
    expect(html).toContain(newest?.name)
    expect(html).toContain('User Reviews')
    expect(html).toContain('Nils Haugen')
    const etag = first.headers().etag ?? ''
    const again = await request.get('/', {
      headers: { 'if-none-match': etag, cookie: 'x=y', authorization: 'Bearer x' },
    })
    expect(again.status()).toBe(304)
  }).toPass()
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
  await hydrated(page)
  const theme = () => page.locator('html').getAttribute('data-theme')
  const before = await theme()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const after = await theme()
  expect(after).not.toBe(before)
  await page.reload()
  expect(await theme()).toBe(after)
})

/** Fails if the dark theme prints: light text on white paper. */
test('a page prints black on white, without bar and footer', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/team')
  const colours = await page.evaluate(() => {
    const { color } = getComputedStyle(document.body)
    return [color, getComputedStyle(document.documentElement).backgroundColor]
  })
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  await expect(page.locator('main h1').first()).toBeVisible()
  for (const part of ['.top-bar', '.footer-band']) await expect(page.locator(part)).toBeHidden()
  await page.emulateMedia({ media: null })
})

const firstItem = async (request: APIRequestContext) => {
  const [item] = (await (await request.get('/api/items?limit=1')).json()) as { _id: string; name: string }[]
  return { path: `/items/${item?._id}`, name: item?.name ?? '' }
}

/** Fails if a visitor without JavaScript waits for content that never loads. */
test('without JavaScript an item can be read, and the page explains the missing form', async ({
  browser,
  shop,
  request,
}) => {
  const { path, name } = await firstItem(request)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${shop.url}${path}`)
  await expect(page).toHaveTitle(new RegExp(name))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('img', { name })).toBeVisible()
  // Playwright's getByText does not search <noscript>.
  const said = page.locator('noscript')
  await expect(said.locator('p')).toBeVisible()
  expect(await said.textContent()).toContain('needs JavaScript')
  await expect(page.locator('main').getByText('Loading')).toBeHidden()
  await said.locator('a').click()
  await expect(page.getByRole('heading', { name: 'Our Items' })).toBeVisible()
  await context.close()
})

for (const { who, token, isSeen } of [
  { who: 'a signed-in user', token: 'theirs', isSeen: true },
  { who: 'a visitor about to be redirected', token: '', isSeen: false },
]) {
  test(`while the scripts load, ${who} ${isSeen ? 'sees' : 'does not see'} the item`, async ({
    browser,
    shop,
    request,
  }) => {
    const { path, name } = await firstItem(request)
    const context = await browser.newContext()
    await context.addInitScript(value => value && localStorage.setItem('accessToken', value), token)
    await context.route('**/assets/*.js', () => undefined)
    const page = await context.newPage()
    await page.goto(`${shop.url}${path}`, { waitUntil: 'commit' })
    await expect(page.locator('.fallback h1')).toHaveText(name)
    await expect(page.locator('.fallback h1')).toBeVisible({ visible: isSeen })
    await context.close()
  })
}

test('files are compressed for clients that only know gzip, and /favicon.ico exists', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const [, script = ''] = /(\/assets\/[\w-]+\.js)/.exec(html) ?? []
  const ask = async (encoding: string) =>
    (await request.get(script, { headers: { 'accept-encoding': encoding } })).headers()
  const [gzip, br] = [await ask('gzip'), await ask('gzip, br')]
  expect([gzip['content-encoding'], br['content-encoding']]).toEqual(['gzip', 'br'])
  expect(gzip.etag).not.toBe(br.etag)
  expect((await request.get('/favicon.ico')).headers()['content-type']).toContain('icon')
})
