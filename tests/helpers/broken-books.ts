import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { brokenInvariants } from '../../src/server/books/invariants.ts'
import type { Database } from '../../src/server/db/engine/database.ts'
import type {
  ItemRow,
  OrderRow,
  PaymentOrderRow,
  PaymentRow,
  Writing,
} from '../../src/server/db/schema/tables.ts'
import { addCardsAndEmail, type CardShop } from './card-shop.ts'
import { engines } from './databases.ts'
import { recordPayment } from './record-payment.ts'
import { type OpenedShop, openTestShop, type TestShop } from './shop.ts'

/** Consistent books: one item, a held order of two units and a paid order of three. */
async function goodBooks(shop: TestShop) {
  const item = await shop.item({ name: 'Oak Tray', price: 10, availableQuantity: 10 })
  const ann = await shop.customer()
  const held: string = (await ann.order(item, 2)).json()._id
  const paid: string = (await ann.order(item, 3)).json()._id
  const payment = await shop.deps.db.write(tx => recordPayment(tx, paid, 'pi_kept'))
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  return { item: item._id, held, paid, payment }
}

export type Books = Awaited<ReturnType<typeof goodBooks>>

export interface Violation {
  what: string
  how(tx: Writing, books: Books): Promise<unknown>
  reports(books: Books): RegExp[]
}

/** What the invoice of the paid order reports once its payment does not pay for it any more. */
export const overInvoiced = /^Invoice INV-1001 is of 3000 minor units, but 0 were paid for its orders$/
export const stillInvoiced = ({ paid }: Books) => [
  new RegExp(`^Order ${paid} is not paid, but has an invoice$`),
  overInvoiced,
]

export const set = {
  item: (tx: Writing, id: string, row: Partial<ItemRow>) =>
    tx.updateTable('items').set(row).where('id', '=', id).execute(),
  order: (tx: Writing, id: string, row: Partial<OrderRow>) =>
    tx.updateTable('orders').set(row).where('id', '=', id).execute(),
  payment: (tx: Writing, id: string, row: Partial<PaymentRow>) =>
    tx.updateTable('payments').set(row).where('id', '=', id).execute(),
  part: (tx: Writing, paymentId: string, row: Partial<PaymentOrderRow>) =>
    tx.updateTable('payment_orders').set(row).where('payment_id', '=', paymentId).execute(),
}

/**
 * Applies each break to consistent books and expects its report. A break violates one invariant only, and none that a CHECK
 * already forbids. Fails if brokenInvariants() reports nothing or omits a condition.
 */
export function reportsEveryBreak(title: string, breaks: readonly Violation[]): void {
  for (const engine of engines)
    describe(`${title} [${engine}]`, () => {
      let shop: OpenedShop
      let books: Books
      beforeAll(async () => {
        shop = await openTestShop(engine)
        books = await goodBooks(shop)
      })
      afterAll(() => shop.close())
      test('consistent books are reported as consistent', async () => {
        assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
      })
      for (const { what, how, reports } of breaks)
        test(what, async () => {
          assertReported(await reportedFor(shop.deps.db, tx => how(tx, books)), reports(books))
        })
    })
}

/** A break of books that `prepare` has filled, and what is reported. */
export interface PaidBreak {
  what: string
  how(tx: Writing): Promise<unknown>
  reports: RegExp[]
}

/** The same for a shop that takes cards. Fails if a condition is missing. */
export function reportsEveryPaidBreak(
  title: string,
  prepare: (shop: CardShop) => Promise<unknown>,
  breaks: readonly PaidBreak[],
): void {
  for (const engine of engines)
    describe(`${title} [${engine}]`, () => {
      let shop: OpenedShop
      let paying: Awaited<ReturnType<typeof addCardsAndEmail>>
      beforeAll(async () => {
        shop = await openTestShop(engine)
        paying = await addCardsAndEmail(shop)
        await prepare(paying)
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
}

/** The reports about books that were broken in this way. The transaction is rolled back, so that the next break starts from consistent books. */
export async function reportedFor(db: Database, how: (tx: Writing) => Promise<unknown>): Promise<string[]> {
  const reports: string[] = []
  const rollback = new Error('rolled back on purpose')
  await assert.rejects(
    db.write(async tx => {
      await how(tx)
      reports.push(...(await brokenInvariants(tx)))
      throw rollback
    }),
    rollback,
  )
  return reports
}

export function assertReported(reports: readonly string[], expected: readonly RegExp[]): void {
  assert.equal(reports.length, expected.length, reports.join('\n'))
  for (const [i, pattern] of expected.entries()) assert.match(reports[i] ?? '', pattern)
}
