import { violationsOf } from '../tests/helpers/axe.ts'
import { expect, test } from './spec/fixtures.ts'

for (const [what, colours, violation] of [
  ['a pale text', { color: '#999' }, /^color-contrast: <pre/],
  // axe would otherwise skip the element silently.
  [
    'a colour that the rules cannot read',
    { background: 'color-mix(in oklch, white, transparent)' },
    /^color-contrast failed/,
  ],
] as const)
  test(`${what} is reported`, async ({ page }) => {
    await page.goto('/robots.txt')
    expect(await violationsOf(page, { only: 'color-contrast' })).toEqual([])
    await page.locator('html').evaluate((element, colours) => Object.assign(element.style, colours), colours)
    expect(await violationsOf(page, { only: 'color-contrast' })).toEqual([expect.stringMatching(violation)])
  })
