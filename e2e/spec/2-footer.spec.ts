import { expect, test } from './fixtures.ts'

for (const column of ['Services', 'Company', 'Legal', 'Newsletter']) {
  test(`§2 Footer: column ${column}`, async ({ sharedPage }) => {
    const footer = (await sharedPage('/login')).getByRole('contentinfo')
    await expect(footer.getByRole('heading', { name: column, exact: true })).toBeVisible()
  })
}

test('§2 Footer: these columns and no other', async ({ sharedPage }) => {
  const headings = (await sharedPage('/login')).getByRole('contentinfo').getByRole('heading')
  await expect(headings).toHaveText(['Services', 'Company', 'Legal', 'Newsletter'])
})

test('§2 Footer: the newsletter and the links', async ({ page }) => {
  await page.goto('/login')
  await test.step('§2 Footer: the newsletter box checks the email', async () => {
    await page.getByLabel('Your e-mail').fill('nobody')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Enter an email address.')).toBeVisible()
  })
  await test.step('§2 Footer: Subscribe says what to do next', async () => {
    await page.getByLabel('Your e-mail').fill('ann@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Check your inbox and confirm.')).toBeVisible()
  })
  for (const column of ['Services', 'Company', 'Legal']) {
    await test.step(`§2 Footer: the links of ${column} go nowhere`, async () => {
      const links = page.getByRole('navigation', { name: column }).getByRole('link')
      expect(await links.count()).toBeGreaterThan(0)
      for (const link of await links.all()) {
        // Only the fragment may change: a page load would lose the mark.
        await page.evaluate(() => Reflect.set(window, 'mark', true))
        await link.click()
        expect(page.url()).toMatch(new RegExp(`/login#${column.toLowerCase()}$`))
        expect(await page.evaluate(() => Reflect.get(window, 'mark'))).toBe(true)
      }
    })
  }
})

test('§2 Footer: the copyright line says 2022', async ({ sharedPage }) => {
  await expect((await sharedPage('/login')).getByRole('contentinfo').getByText(/Copyright/)).toContainText(
    '2022',
  )
})

for (const { path, reader } of [
  { path: '/', reader: 'visitor' },
  { path: '/items', reader: 'user' },
  { path: '/dashboard/addItem', reader: 'admin' },
] as const) {
  test(`§2 Footer: stands on ${path} too`, async ({ sharedPage }) => {
    await expect((await sharedPage(path, reader)).getByRole('contentinfo')).toContainText('2022')
  })
}
