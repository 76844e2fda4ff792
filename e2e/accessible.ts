import type { Page } from '@playwright/test'
import { violationsOf } from '../tests/helpers/axe.ts'
import { expect } from './spec/fixtures.ts'

const wide = { width: 1280, height: 900 }
const narrow = { width: 320, height: 900 }

/** Checks axe's rules and sideways scrolling at 1280 and 320 px (400 % zoom), and the contrast in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // A list is paler while new results load.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(wide)
  const inside = (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : 'html'
  expect.soft(await violationsInLight(page, inside), 'light, wide').toEqual([])
  expect.soft(await overflowOf(page), 'sideways, wide').toBeLessThanOrEqual(0)

  await page.setViewportSize(narrow)
  expect.soft(await violationsInLight(page, inside), 'light, narrow').toEqual([])
  expect.soft(await overflowOf(page), 'sideways, narrow').toBeLessThanOrEqual(0)

  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await contrastOf(page, inside), 'colours, dark').toEqual([])
}

/** How far the page, or an open dialog, overflows sideways. A dialog scrolls separately from the page. */
export const overflowOf = (page: Page): Promise<number> =>
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
  // The provider's frame is transparent, and axe takes its background for white.
  const found = await violationsOf(page, { inside, without: 'color-contrast' })
  return [...found, ...(await contrastOf(page, inside))]
}

/** Themes differ only in colours, so the dark one is checked for contrast alone. */
const contrastOf = (page: Page, inside: string) =>
  violationsOf(page, { inside, only: 'color-contrast', outside: 'iframe' })
