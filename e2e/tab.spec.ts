import { expect, test } from './spec/fixtures.ts'

// One after the other in one worker, or the second has nothing to find.
test.describe.configure({ mode: 'serial' })

test('whatever a test leaves in its tab', async ({ page, user: _ }) => {
  await page.route('**/api/auth/me', route => route.abort())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 400, height: 400 })
  await page.evaluate(() => {
    sessionStorage.setItem('left', 'behind')
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every page
    document.cookie = 'left=behind'
  })
  expect(await page.evaluate(() => localStorage.length)).toBe(1)
})

test('is gone when the next test gets the tab', async ({ page, people }) => {
  const left = await page.evaluate(() => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    cookies: document.cookie,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
  }))
  expect(left).toEqual({ stored: [], cookies: '', dark: false, width: 1280 })
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'LOGIN' })).toBeVisible()
  const answer = await page.evaluate(async token => {
    const me = await fetch('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
    return me.status
  }, people.user.token)
  expect(answer).toBe(200)
})
