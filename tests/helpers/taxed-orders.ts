import assert from 'node:assert/strict'
import type { Invoice } from '../../src/contract/invoices.ts'
import type { TaxReport } from '../../src/contract/taxes.ts'
import type { TaxRate } from '../../src/domain/tax.ts'
import type { CardShop } from './card-shop.ts'
import { changeContent } from './content.ts'
import type { Customer } from './customers.ts'
import { startCombinedPayment } from './pay-together.ts'
import { confirmPaid } from './paying.ts'
import { newAdmin } from './shop.ts'

export const french: TaxRate[] = [
  { name: 'Standard', percent: 20, from: '2014-01-01' },
  { name: 'Reduced', percent: 5.5, from: '2014-01-01' },
]

/** A lamp of 19.90 and two books of 12.35 each at the reduced rate, and a pen of 1.99, paid together. */
export async function paidTogether(shop: CardShop, rates = french) {
  const admin = await newAdmin(shop)
  await changeContent(shop, { taxRates: rates })
  const ann = await shop.customer()
  const items = [
    await shop.item({ name: 'Lamp', price: 19.9, availableQuantity: 10 }),
    await shop.item({ name: 'Book', price: 12.35, availableQuantity: 10 }),
    await shop.item({ name: 'Pen', price: 1.99, availableQuantity: 10 }),
  ]
  const [lamp, book, pen] = items
  assert.ok(lamp && book && pen)
  if (rates.length > 1) await setTax(shop, book._id, 'Reduced')
  const orders = [
    (await ann.order(lamp, 1)).json(),
    (await ann.order(book, 2)).json(),
    (await ann.order(pen, 1)).json(),
  ]
  const ids: string[] = orders.map(({ _id }) => _id)
  return { admin, ann, items, orders, ids, intent: await startCombinedPayment(ann, ids) }
}

export const setTax = ({ deps: { db } }: CardShop, id: string, tax: string) =>
  db.write(tx => tx.updateTable('items').set({ tax }).where('id', '=', id).execute())

export async function pay(shop: CardShop, ann: Customer, [first = '']: readonly string[], intent: string) {
  await shop.charge(intent)
  assert.ok([200, 409].includes((await confirmPaid(ann, first, intent)).statusCode))
}

export const invoicesOf = async (who: Customer, id = ''): Promise<Invoice[]> =>
  (await who.call('GET', `/api/booking/${id}/invoices`)).json()

export const taxesOf = async (who: Customer, id = '') =>
  (await invoicesOf(who, id)).map(({ number, taxes }) => [
    number,
    ...taxes.map(({ name, percent, gross, net, tax }) => [name, percent, gross, net, tax]),
  ])

export const reportOf = async (admin: Customer) =>
  (await admin.call('GET', '/api/taxes')).json<TaxReport>().months
