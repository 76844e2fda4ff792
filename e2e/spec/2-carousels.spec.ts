import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './fixtures.ts'

const carousels = [
  { title: 'Banner', name: 'Highlights', every: 3000 },
  { title: 'Reviews', name: 'User Reviews', every: 2500 },
]

const carouselOf = (page: Page, name: string) =>
  page.locator('section[aria-roledescription="carousel"]').and(page.getByRole('region', { name }))

const dot = (page: Page, name: string, number: number) =>
  carouselOf(page, name).getByRole('button', { name: `Show slide ${number}`, exact: true })

const stands = (page: Page, name: string, number: number) =>
  expect(dot(page, name, number)).toHaveAttribute('aria-current', 'true')

/** Loads the home page and stops its clock, so that only the test advances it. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await hydrated(page)
  await page.clock.pauseAt(Date.now() + 60_000)
}

// Both carousels are tested on one load, because the home page is the slowest to load.
test('§2 Carousels: dots and arrows', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  for (const { title, name } of carousels) {
    const carousel = carouselOf(page, name)
    await stands(page, name, 1)
    await test.step(`§2 ${title}: next and previous arrows`, async () => {
      await carousel.getByRole('button', { name: 'Next' }).click()
      await stands(page, name, 2)
      await carousel.getByRole('button', { name: 'Previous' }).click()
      await stands(page, name, 1)
    })
    await test.step(`§2 ${title}: clickable pagination dots`, async () => {
      await dot(page, name, 3).click()
      await stands(page, name, 3)
      await expect(dot(page, name, 1)).toHaveAttribute('aria-current', 'false')
    })
  }
  await test.step('§1 Statistics band: the slideshow goes on to the next image', async () => {
    const slideshow = 'Pictures'
    await stands(page, slideshow, 1)
    await page.getByRole('region', { name: slideshow }).getByRole('button', { name: 'Next' }).click()
    await stands(page, slideshow, 2)
  })
  await test.step('§2 Reviews: slides by width', () => slidesByWidth(page))
})

test.describe('with a stopped clock', () => {
  // Without animation the track jumps to its new position, so every millisecond can be checked.
  test('§2 Carousels: advance after their time and not before', async ({ page }) => {
    await openWithStoppedClock(page)
    for (const { title, name, every } of carousels) {
      await test.step(`§2 ${title}: advances after ${every} ms and not before`, async () => {
        const track = carouselOf(page, name).locator('ul')
        await carouselOf(page, name).getByRole('button', { name: 'Play' }).click()
        await page.clock.runFor(every - 1)
        expect(await track.evaluate(element => element.scrollLeft)).toBe(0)
        await page.clock.runFor(1)
        expect(await track.evaluate(element => element.scrollLeft)).toBeGreaterThan(0)
        await stands(page, name, 2)
      })
    }
  })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('§2 Carousels: advance by themselves', async ({ page }) => {
    await openWithStoppedClock(page)
    for (const { title, name, every } of carousels) {
      await test.step(`§2 ${title}: advances by itself`, async () => {
        await page.evaluate(() => window.scrollTo(0, 0))
        const before = await current(page, name)
        await page.clock.runFor(every)
        await expect.poll(() => current(page, name)).not.toBe(before)
      })
      await test.step(`§2 ${title}: continues after interaction`, async () => {
        await dot(page, name, 2).click()
        await stands(page, name, 2)
        await page.mouse.move(0, 0)
        await page.clock.runFor(every)
        await stands(page, name, 3)
      })
    }
  })
})

const current = (page: Page, name: string) =>
  carouselOf(page, name).locator('[aria-current="true"]').getAttribute('aria-label')

test("§2 Reviews: title 'User Reviews'", async ({ sharedPage }) => {
  const page = await sharedPage('/')
  await expect(page.getByRole('heading', { level: 2, name: 'User Reviews', exact: true })).toBeVisible()
})

async function slidesByWidth(page: Page): Promise<void> {
  const track = carouselOf(page, 'User Reviews').locator('ul')
  for (const { width, slides } of [
    { width: 400, slides: 1 },
    { width: 612, slides: 1 },
    { width: 613, slides: 2 },
    { width: 899, slides: 2 },
    { width: 900, slides: 3 },
    { width: 901, slides: 3 },
    { width: 1280, slides: 3 },
  ]) {
    await test.step(`§2 Reviews: ${slides} ${slides === 1 ? 'slide' : 'slides'} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      expect(await track.evaluate(wholeSlides)).toBe(slides)
    })
  }
}

/** The number of slides that are fully visible. */
function wholeSlides(track: Element): number {
  const { left, right } = track.getBoundingClientRect()
  const inside = (slide: Element) => {
    const box = slide.getBoundingClientRect()
    return box.left >= left - 1 && box.right <= right + 1
  }
  return [...track.children].filter(inside).length
}

test('§2 Reviews: 30 px between slides', async ({ sharedPage }) => {
  const track = carouselOf(await sharedPage('/'), 'User Reviews').locator('ul')
  const gap = await track.evaluate(({ children: [first, second] }) => {
    return (second?.getBoundingClientRect().left ?? 0) - (first?.getBoundingClientRect().right ?? 0)
  })
  expect(Math.round(gap)).toBe(30)
})

for (const { part, locate } of [
  { part: 'name', locate: (page: Page, name: string) => review(page, name).getByText(name, { exact: true }) },
  {
    part: "'Rating: n'",
    locate: (page: Page, name: string) => review(page, name).getByText(/^Rating: [1-5]$/),
  },
  { part: 'comment', locate: (page: Page, name: string) => review(page, name).locator('blockquote') },
]) {
  test(`§2 Reviews: each review shows ${part}`, async ({ sharedPage, people }) => {
    const page = await sharedPage('/')
    const reviews: { name: string }[] = await (await people.visitor('GET', '/reviews?limit=12')).json()
    const seeded = reviews.filter(({ name }) => !name.includes('Example'))
    for (const { name } of seeded) await expect(locate(page, name)).toHaveText(/\S/)
  })
}

test('§2 Reviews: each review shows five read-only stars, as many lit as its rating', async ({
  sharedPage,
}) => {
  const slides = carouselOf(await sharedPage('/'), 'User Reviews').locator('li')
  for (const slide of await slides.all()) {
    const rating = Number((await slide.getByText(/^Rating:/).innerText()).replace(/\D/g, ''))
    await expect(slide.locator('svg.star')).toHaveCount(5)
    await expect(slide.locator('[data-lit="true"]')).toHaveCount(rating)
    await expect(slide.getByRole('radio')).toHaveCount(0)
  }
})

/** The newest one, because a user may review more than one item. */
const review = (page: Page, name: string) =>
  carouselOf(page, 'User Reviews')
    .locator('li')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
