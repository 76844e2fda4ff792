import { expect, test } from './spec/fixtures.ts'

const always = ['SN', 'Order Product', 'Quantity', 'Total Price']

/** Fails if all columns share what the panel leaves: pictures cover emails, and four orders fill a screen. */
for (const [width, heads] of [
  [1280, always],
  [1440, [...always, 'Payment']],
  [1700, ['SN', 'Owner Email', 'Order Product', 'Quantity', 'Total Price', 'Payment']],
] as const)
  test(`the list beside an open order is readable on a screen of ${width} pixels`, async ({
    page,
    admin: _,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    // Of the demo alone: what other tests order may have longer names.
    await page.goto('/dashboard/manageAllOrders?search=Kofi+Mensah')
    await page
      .getByRole('link', { name: /^Details of/ })
      .nth(2)
      .click()
    await expect(page.getByRole('dialog', { name: 'Order' })).toBeVisible()
    const table = page.getByRole('table', { name: 'All orders' })
    await expect(table.getByRole('columnheader')).toHaveText(heads)
    const rows = await table
      .locator('tbody tr')
      .evaluateAll(found => found.map(row => row.getBoundingClientRect().height))
    // Three lines of text.
    expect(Math.max(...rows)).toBeLessThanOrEqual(80)
    const cut = await table
      .locator('td > div, th')
      .evaluateAll(cells =>
        cells
          .filter(cell => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
          .map(cell => cell.textContent),
      )
    expect(cut).toEqual([])
  })
