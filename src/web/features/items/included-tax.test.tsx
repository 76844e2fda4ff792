import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { TaxRate } from '#domain/tax.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ann, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'
import { demoContent } from '../../../server/demo/content.ts'

const rates: TaxRate[] = [
  { name: 'Standard', percent: 20, from: '2024-01-01' },
  { name: 'Reduced', percent: 5.5, from: '2024-01-01' },
  { name: 'None', percent: 0, from: '2024-01-01' },
  { name: 'Standard', percent: 25, from: '2099-01-01' },
  { name: 'Later', percent: 7, from: '2099-01-01' },
]

/** Fails if a rate holds before its day, or if a line can break before the percent sign. */
for (const [tax, taxRates, said] of [
  ['', rates, ['Includes 20\u00a0% tax']],
  ['Reduced', rates, ['Includes 5.5\u00a0% tax']],
  ['Gone', rates, ['Includes 20\u00a0% tax']],
  ['None', rates, []],
  ['Later', rates, []],
  ['Reduced', [], []],
] as const) {
  test(`of ${taxRates.length} rates, the page of an item with the rate '${tax}' says '${said}'`, async t => {
    const net = as(ann).on(`GET /api/items/${tray._id}`, () => json({ ...tray, tax }))
    const shop = { takesCards: true, content: { ...demoContent, taxRates: [...taxRates] } }
    const page = await visit(t, `/items/${tray._id}`, net, shop)
    await page.until(() => page.control('ORDER NOW'))
    for (const where of ['.item-side > :first-child', '.item-order']) {
      const paragraphs = page.all(`${where} p`).map(({ textContent }) => textContent)
      assert.deepEqual(
        paragraphs.filter(words => words.startsWith('Includes')),
        said,
        where,
      )
    }
  })
}
