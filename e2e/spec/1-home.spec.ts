import { expect, test } from './fixtures.ts'

test('§1 Home: the sections come in the order of the spec', async ({ sharedPage }) => {
  const page = await sharedPage('/')
  const carousel = page.locator('section[aria-roledescription="carousel"]').first()
  await expect(carousel).toHaveAccessibleName('Highlights')
  const titles = await page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts()
  const known = [
    'Our Items',
    'MILLIONS BUSINESS TRUST US',
    'User Reviews',
    'Our Team',
    'A note from CEO',
    'Project overview',
    'Using Technologies',
    'Frequently asked questions',
  ]
  expect(titles.filter(title => known.includes(title))).toEqual(known)
  const first = await carousel.boundingBox()
  const items = await page.getByRole('heading', { name: 'Our Items' }).boundingBox()
  expect(first?.y).toBeLessThan(items?.y ?? 0)
})

test('§1 Home: the banner is a carousel of four pictures', async ({ sharedPage }) => {
  const banner = (await sharedPage('/')).getByRole('region', { name: 'Highlights' })
  const slides = banner.locator('ul > li')
  await expect(slides).toHaveCount(4)
  for (const slide of await slides.all()) await expect(slide.locator('img')).toHaveCount(1)
  const sources = await banner.locator('img').evaluateAll(all => all.map(img => img.getAttribute('src')))
  expect(new Set(sources).size).toBe(4)
})

test("§1 Home: 'Our Items' previews the first 3 items", async ({ page, people }) => {
  // The cached page may be a second behind items that other tests have added.
  await expect(async () => {
    const items: { name: string }[] = await (await people.visitor('GET', '/items')).json()
    await page.goto('/')
    const preview = page.getByRole('region', { name: 'Our Items' })
    const names = await preview.getByRole('article').getByRole('heading').allInnerTexts()
    expect(names).toEqual(items.slice(0, 3).map(({ name }) => name))
  }).toPass()
})

test('§1 Home: the team grid has six cards', async ({ sharedPage }) => {
  const team = (await sharedPage('/')).getByRole('region', { name: 'Our Team' })
  await expect(team.getByRole('article')).toHaveCount(6)
})

for (const number of [1, 2, 3, 4, 5, 6]) {
  test(`§1 Home: team card ${number} shows a name, the role, a short bio and a photo`, async ({
    sharedPage,
  }) => {
    const team = (await sharedPage('/')).getByRole('region', { name: 'Our Team' })
    const card = team.getByRole('article').nth(number - 1)
    await expect(card.getByRole('heading')).toHaveText(/\S/)
    await expect(card.getByText('Product Design Head', { exact: true })).toBeVisible()
    const words = (await card.innerText()).split(/\s+/).length
    expect(words).toBeGreaterThan(10)
    const photo = card.locator('img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })
}

test("§1 Home: 'A note from CEO' has text", async ({ sharedPage }) => {
  const note = (await sharedPage('/')).getByRole('region', { name: 'A note from CEO' })
  expect((await note.innerText()).split(/\s+/).length).toBeGreaterThan(20)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test("§1 Home: the 'Project overview' video plays by itself", async ({ page }) => {
    await page.goto('/')
    const video = page.getByRole('region', { name: 'Project overview' }).locator('video')
    await video.scrollIntoViewIfNeeded()
    await expect(video).toHaveJSProperty('autoplay', true)
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0)
  })
})

for (const property of ['muted', 'controls']) {
  test(`§1 Home: the 'Project overview' video: ${property}`, async ({ sharedPage }) => {
    const video = (await sharedPage('/')).getByRole('region', { name: 'Project overview' }).locator('video')
    await expect(video).toHaveJSProperty(property, true)
  })
}

test("§1 Home: 'Using Technologies' lists the nine of the spec", async ({ sharedPage }) => {
  const grid = (await sharedPage('/')).getByRole('region', { name: 'Using Technologies' })
  const names = (await grid.getByRole('listitem').allInnerTexts()).map(text => text.trim())
  expect(names).toEqual([
    'HTML',
    'CSS',
    'Tailwind',
    'Javascript',
    'React.js',
    'Node.js',
    'Express.js',
    'MongoDB',
    'Firebase',
  ])
})

test('§1 Home: the FAQ accordion', async ({ page }) => {
  await page.goto('/')
  const entries = page.getByRole('region', { name: 'Frequently asked questions' }).locator('details')
  await expect(entries).toHaveCount(3)
  for (const question of [
    'What is the best way to get started?',
    'What if I have more questions?',
    'Do you take on custom work?',
  ]) {
    await test.step(`§1 Home: the FAQ accordion opens at '${question}'`, async () => {
      const entry = entries.filter({ hasText: question })
      const answer = entry.locator('summary ~ *').first()
      await expect(answer).toBeHidden()
      await entry.locator('summary').click()
      await expect(answer).toBeVisible()
      await expect(answer).toHaveText(/\S/)
    })
  }
})
