import assert from 'node:assert/strict'
import { type PaidBreak, reportsEveryPaidBreak } from '../../../tests/helpers/broken-books.ts'
import type { CardShop } from '../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../tests/helpers/content.ts'
import { placePaidOrder } from '../../../tests/helpers/paying.ts'
import { refund } from '../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../tests/helpers/shop.ts'
import type { InvoiceTaxRow, Writing } from '../db/schema/tables.ts'

const change = (tx: Writing, series: 'INV' | 'CN', row: Partial<InvoiceTaxRow>) =>
  tx.updateTable('invoice_taxes').set(row).where('series', '=', series).where('number', '=', 1001).execute()

/** An invoice of 37 with 20 % tax, which went back in full, and another. */
const breaks: PaidBreak[] = [
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

async function sellWithTax(shop: CardShop): Promise<void> {
  await changeContent(shop, { taxRates: [{ name: 'Standard', percent: 20, from: '2014-01-01' }] })
  const { order } = await placePaidOrder(shop)
  await placePaidOrder(shop)
  assert.equal((await refund(await newAdmin(shop), order._id)).statusCode, 200)
}

reportsEveryPaidBreak('every error in the taxes is reported', sellWithTax, breaks)
