import type { Page } from '@playwright/test'
import { violationsOf } from '../tests/helpers/axe.ts'
import { expect } from './spec/fixtures.ts'

/** No rule of accessibility is broken and nothing is too wide: narrow, as at 400 % zoom, wide, and in both themes. */
export async function expectAccessible(page: Page, widths = [320, 1280]): Promise<void> {
  const looks = [
    { theme: 'light', widths, violations: violationsInLight },
    { theme: 'dark', widths: [1280], violations: violationsInDark },
  ] as const
  for (const { theme, widths, violations } of looks) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await violations(page), `${theme} at ${width}`).toEqual([])
      expect.soft(await sidewaysOf(page), `sideways, ${theme} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
}

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

async function violationsInLight(page: Page): Promise<string[]> {
  if (page.frames().length === 1) return violationsOf(page)
  // The page's own background shines through the provider's frame, where axe takes it for white.
  const found = await violationsOf(page, { without: 'color-contrast' })
  return [...found, ...(await violationsOf(page, { only: 'color-contrast', outside: 'iframe' }))]
}

/** A theme changes colours and nothing else, so the second one is looked at for them alone. */
const violationsInDark = (page: Page) => violationsOf(page, { only: 'color-contrast', outside: 'iframe' })
