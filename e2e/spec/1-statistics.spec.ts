import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const band = (page: Page) => page.getByRole('region', { name: 'MILLIONS BUSINESS TRUST US' })

test("§1 Statistics band: headed 'MILLIONS BUSINESS TRUST US'", async ({ sharedPage }) => {
  const heading = band(await sharedPage('/')).getByRole('heading', { level: 2 })
  await expect(heading).toHaveText('MILLIONS BUSINESS TRUST US')
})

test("§1 Statistics band: tagline 'TRY TO UNDERSTAND USERS EXPECTATION'", async ({ sharedPage }) => {
  await expect(band(await sharedPage('/')).getByText('TRY TO UNDERSTAND USERS EXPECTATION')).toBeVisible()
})

for (const [figure, of] of [
  ['72', 'Countries'],
  ['535+', 'Complete Projects'],
  ['273+', 'Happy Clients'],
  ['432+', 'Feedbacks'],
] as const) {
  test(`§1 Statistics band: ${figure} ${of}`, async ({ sharedPage }) => {
    const pair = band(await sharedPage('/'))
      .locator('dl > div')
      .filter({ hasText: of })
    await expect(pair.getByText(figure, { exact: true })).toBeVisible()
  })
}

test('§9 Statistics are fixed text: they are in the page as it is sent', async ({ request }) => {
  const html = await (await request.get('/')).text()
  for (const figure of ['72', '535+', '273+', '432+']) expect(html).toContain(`>${figure}<`)
})

test('§1 Statistics band: an image slideshow', async ({ sharedPage }) => {
  const slideshow = band(await sharedPage('/')).getByRole('region', { name: 'Pictures' })
  const slides = slideshow.locator('ul > li')
  expect(await slides.count()).toBeGreaterThan(1)
  await expect(slides.locator('img')).toHaveCount(await slides.count())
})
