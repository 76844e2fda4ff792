import type { JSHandle, Page } from '@playwright/test'
import { violationsOf } from '../tests/helpers/axe.ts'
import { expect } from './spec/fixtures.ts'

const wide = { width: 1280, height: 900 }
const narrow = { width: 320, height: 900 }

/**
 * No rule of accessibility is broken and nothing is too wide: wide, narrow, as at 400 % zoom, and in both themes.
 * Nothing is judged twice: of a page behind a dialog its own walk tells, and colours cost the most by far, so that of
 * the narrow page those are looked at which the wide one does not have.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A list is paler while the answer to a newer question is on its way.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  const inside = (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : 'html'
  expect.soft(await violationsInLight(page, inside), 'light, wide').toEqual([])
  expect.soft(await sidewaysOf(page), 'sideways, wide').toBeLessThanOrEqual(0)
  const before = await page.evaluateHandle(coloursOf, inside)

  await page.setViewportSize(narrow)
  expect.soft(await violationsOf(page, { inside, without: 'color-contrast' }), 'narrow').toEqual([])
  expect.soft(await sidewaysOf(page), 'sideways, narrow').toBeLessThanOrEqual(0)
  if (await markNew(page, inside, before))
    expect.soft(await contrastOf(page, '[data-new]'), 'colours, narrow').toEqual([])

  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await contrastOf(page, inside), 'colours, dark').toEqual([])
}

/** What of a part is to be seen, and everything of it that a judgement of its colours depends on. */
function coloursOf(inside: string): Map<Element, string> {
  const seen = [...document.querySelectorAll(`${inside} *`)].filter(one => one.checkVisibility())
  return new Map(
    seen.map(one => {
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one)
      return [one, [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight].join()]
    }),
  )
}

/** Marks what was not to be seen before, or not in these colours. Answers whether there is any. */
async function markNew(page: Page, inside: string, before: Colours): Promise<boolean> {
  const now = await page.evaluateHandle(coloursOf, inside)
  return page.evaluate(
    ({ before, now }) => {
      for (const [one] of before) one.removeAttribute('data-new')
      const fresh = [...now].filter(([one, colours]) => before.get(one) !== colours)
      for (const [one] of fresh) one.setAttribute('data-new', '')
      return fresh.length > 0
    },
    { before, now },
  )
}

type Colours = JSHandle<Map<Element, string>>

type Row = Record<string, unknown>

const kindOf = ({ state, role, hidden }: Row): string => JSON.stringify([state, role, hidden])

/** Of the long lists of admins a few rows, with one of each kind: all the others are judged like them, one by one. */
export async function shortenLists(page: Page): Promise<void> {
  await page.route(/\/api\/(booking|users|item)(\?|$)/, async route => {
    const response = await route.fetch()
    const rows: Row[] = await response.json()
    const isFirst = (row: Row, n: number) => rows.findIndex(other => kindOf(other) === kindOf(row)) === n
    await route.fulfill({ response, json: rows.filter((row, n) => n < 5 || isFirst(row, n)) })
  })
}

/** By how much the page is too wide, or an open dialog, which scrolls by itself and leaves the page as it is. */
export const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      ...[...document.querySelectorAll('dialog[open]')].map(
        dialog => dialog.scrollWidth - dialog.clientWidth,
      ),
    ),
  )

async function violationsInLight(page: Page, inside: string): Promise<string[]> {
  if (page.frames().length === 1) return violationsOf(page, { inside })
  // The page's own background shines through the provider's frame, where axe takes it for white.
  const found = await violationsOf(page, { inside, without: 'color-contrast' })
  return [...found, ...(await contrastOf(page, inside))]
}

/** A theme changes colours and nothing else, so the second one is looked at for them alone. */
const contrastOf = (page: Page, inside: string) =>
  violationsOf(page, { inside, only: 'color-contrast', outside: 'iframe' })
