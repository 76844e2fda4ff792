import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { assertReported, reportedFor } from '../../../tests/helpers/broken-books.ts'
import { addCardsAndEmail } from '../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../tests/helpers/content.ts'
import { engines } from '../../../tests/helpers/databases.ts'
import { placePaidOrder } from '../../../tests/helpers/paying.ts'
import { refund } from '../../../tests/helpers/refunding.ts'
import { newAdmin, type OpenedShop, openTestShop } from '../../../tests/helpers/shop.ts'
import type { InvoiceTaxRow, Writing } from '../db/schema/tables.ts'
import { brokenInvariants } from './invariants.ts'

const change = (tx: Writing, series: 'INV' | 'CN', row: Partial<InvoiceTaxRow>) =>
  tx.updateTable('invoice_taxes').set(row).where('series', '=', series).where('number', '=', 1001).execute()

/** An invoice of 37 with 20 % tax, which went back in full, and another. */
const breaks: { what: string; how(tx: Writing): Promise<unknown>; reports: RegExp[] }[] = [
  {
    what: 'the tax of an invoice is rounded down',
    how: tx => change(tx, 'INV', { tax_minor: 616 }),
    reports: [
      /^Invoice INV-1001 says that 616 of 3700 minor units are tax \(Standard\), which is not the rate$/,
      /^Of 616 minor units of tax \(Standard\) on INV-1001 617 were credited with the whole amount$/,
    ],
  },
  {
    what: 'the tax of an invoice is a unit too high',
    how: async tx => {
      await change(tx, 'INV', { tax_minor: 618 })
      await change(tx, 'CN', { tax_minor: 618 })
    },
    reports: [
      /^Invoice INV-1001 says that 618 of 3700 minor units are tax \(Standard\), which is not the rate$/,
    ],
  },
  {
    what: 'more is taxed than was invoiced',
    how: tx => change(tx, 'INV', { gross_minor: 3703 }),
    reports: [/^INV-1001 is of 3700 minor units, but its taxes are of 3703$/],
  },
  {
    what: 'a credit note is taxed in part',
    how: tx => change(tx, 'CN', { gross_minor: 3699 }),
    reports: [/^CN-1001 is of 3700 minor units, but its taxes are of 3699$/],
  },
  {
    what: 'a credit note keeps some of the tax',
    how: tx => change(tx, 'CN', { tax_minor: 600 }),
    reports: [/^Of 617 minor units of tax \(Standard\) on INV-1001 600 were credited with the whole amount$/],
  },
]

for (const engine of engines)
  describe(`every error in the taxes is reported [${engine}]`, () => {
    let shop: OpenedShop
    let paying: Awaited<ReturnType<typeof addCardsAndEmail>>
    beforeAll(async () => {
      shop = await openTestShop(engine)
      paying = await addCardsAndEmail(shop)
      await changeContent(paying, { taxRates: [{ name: 'Standard', percent: 20, from: '2014-01-01' }] })
      const { order } = await placePaidOrder(paying)
      await placePaidOrder(paying)
      assert.equal((await refund(await newAdmin(paying), order._id)).statusCode, 200)
    })
    afterAll(async () => {
      await paying.closeCards()
      await shop.close()
    })
    test('good books are reported as good', async () => {
      assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
    })
    for (const { what, how, reports } of breaks)
      test(what, async () => {
        assertReported(await reportedFor(shop.deps.db, how), reports)
      })
  })
