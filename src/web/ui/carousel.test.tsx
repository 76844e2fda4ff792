import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import type { Screen } from '../../../tests/helpers/web/screen.ts'
import { holdClock, pass, settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { Carousel } from './carousel.tsx'

const stride = 100

/** Four slides of width 100, of which `seen` fit at once; happy-dom has no layout. */
async function four(t: TestContext, seen = 1, reduced = false): Promise<Screen> {
  holdClock(t)
  const matchMedia = (query: string) => ({
    matches: reduced && query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  vi.spyOn(window, 'matchMedia').mockImplementation(matchMedia as never)
  const page = await show(
    t,
    <Carousel label="Goods" className="x" slides={['a', 'b', 'c', 'd']} keyOf={slide => slide} slideMs={3000}>
      {slide => slide}
    </Carousel>,
  )
  const track = page.one('.carousel-track')
  const sizes = { clientWidth: seen * stride, scrollWidth: 4 * stride }
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(track, name, { value })
  for (const [index, slide] of [...track.children].entries()) {
    slide.getBoundingClientRect = () => ({ left: index * stride }) as DOMRect
  }
  track.scrollTo = (({ left }: { left: number }) => {
    track.scrollLeft = left
    track.dispatchEvent(new Event('scroll'))
  }) as never
  return page
}

const current = (page: Screen) =>
  page.all('.carousel-dots button').findIndex(dot => dot.getAttribute('aria-current') === 'true') + 1

test('it advances by itself, slide by slide, and starts over after the last', async t => {
  const page = await four(t)
  await pass(2900)
  assert.equal(current(page), 1)
  for (const next of [2, 3, 4, 1]) {
    await pass(next === 2 ? 100 : 3000)
    assert.equal(current(page), next)
  }
})

test('arrows and dots move it, and it wraps around at both ends', async t => {
  const page = await four(t)
  await page.press('Previous')
  assert.equal(current(page), 4)
  await page.press('Next')
  assert.equal(current(page), 1)
  await page.press('Show slide 3')
  assert.equal(current(page), 3)
})

test('where three slides fit, the second position is the last', async t => {
  const page = await four(t, 3)
  for (const next of [2, 1, 2]) {
    await page.press('Next')
    assert.equal(current(page), next)
  }
})

test('it continues after an interaction, and pauses while the pointer or focus is on it', async t => {
  const page = await four(t)
  await page.press('Next')
  const box = page.one('[aria-roledescription=carousel]')
  box.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }))
  await settle()
  await pass(7000)
  assert.equal(current(page), 2)
  box.dispatchEvent(new MouseEvent('pointerout', { bubbles: true }))
  await settle()
  await pass(3000)
  assert.equal(current(page), 3)
})

test('a visitor can stop it and start it again', async t => {
  const page = await four(t)
  await page.press('Pause')
  await pass(9000)
  assert.equal(current(page), 1)
  await page.press('Play')
  await pass(3000)
  assert.equal(current(page), 2)
})

test('with reduced motion it moves only after the visitor starts it', async t => {
  const page = await four(t, 1, true)
  await pass(9000)
  assert.equal(current(page), 1)
  await page.press('Play')
  await pass(3000)
  assert.equal(current(page), 2)
})

test('the arrow keys move it in their direction', async t => {
  const page = await four(t)
  const box = page.one('[aria-roledescription=carousel]')
  for (const [key, next] of [
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['Tab', 1],
  ] as const) {
    box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settle()
    assert.equal(current(page), next, key)
  }
})
