import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenInvariants } from '../../src/server/db/invariants.ts'
import type { ItemRow, OrderRow, PaymentRow, Writing } from '../../src/server/db/tables.ts'
import * as invoices from '../../src/server/store/invoices.ts'
import * as orders from '../../src/server/store/orders.ts'
import * as payments from '../../src/server/store/payments.ts'
import { engines } from './databases.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** A shop whose books are right: one item, one order of two that is held, and one of three that is paid. */
async function goodBooks(shop: TestShop) {
  const item = await shop.item({ name: 'Oak Tray', price: 10, availableQuantity: 10 })
  const ann = await shop.customer()
  const held: string = (await ann.order(item, 2)).json()._id
  const paid: string = (await ann.order(item, 3)).json()._id
  const payment = await shop.deps.db.write(tx => pay(tx, shop, paid))
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  return { item: item._id, held, paid, payment }
}

async function pay(tx: Writing, { deps }: TestShop, orderId: string): Promise<string> {
  const { id } = await payments.open(tx, {
    orderId,
    amount: 3000,
    currency: 'usd',
    address: '127.0.0.1',
    now: 1,
  })
  await payments.noteIntent(tx, id, 'pi_kept')
  await payments.markSucceeded(tx, id, 3000, 1)
  await payments.markKept(tx, id, 1)
  await orders.setPaid(tx, orderId, 'pi_kept', 1)
  const order = await orders.find(tx, orderId)
  assert.ok(order)
  await invoices.issueInvoice(tx, deps.config.shop, { order, transactionId: 'pi_kept', at: 1 })
  return id
}

export type Books = Awaited<ReturnType<typeof goodBooks>>

export interface Break {
  what: string
  how(tx: Writing, books: Books): Promise<unknown>
  told(books: Books): RegExp[]
}

export const stillInvoiced = ({ paid }: Books) =>
  new RegExp(`^Order ${paid} is not paid, but has an invoice$`)

export const set = {
  item: (tx: Writing, id: string, row: Partial<ItemRow>) =>
    tx.updateTable('items').set(row).where('id', '=', id).execute(),
  order: (tx: Writing, id: string, row: Partial<OrderRow>) =>
    tx.updateTable('bookings').set(row).where('id', '=', id).execute(),
  payment: (tx: Writing, id: string, row: Partial<PaymentRow>) =>
    tx.updateTable('payments').set(row).where('id', '=', id).execute(),
}

/**
 * Each breaks one rule and no other; what a CHECK forbids is left out, for the database says it first. Fails where
 * brokenInvariants() says nothing, or leaves one of its conditions out.
 */
export function everyBreakIsTold(title: string, breaks: readonly Break[]): void {
  for (const engine of engines)
    test(`${title} [${engine}]`, async t => {
      const shop = await openTestShop(engine)
      const books = await goodBooks(shop)
      const { db } = shop.deps
      for (const { what, how, told } of breaks)
        await t.test(what, async () => {
          const said: string[] = []
          const undone = new Error('only to look')
          // Undone at the end, so that each break meets good books.
          await assert.rejects(
            db.write(async tx => {
              await how(tx, books)
              said.push(...(await brokenInvariants(tx)))
              throw undone
            }),
            undone,
          )
          const expected = told(books)
          assert.equal(said.length, expected.length, said.join('\n'))
          for (const [i, pattern] of expected.entries()) assert.match(said[i] ?? '', pattern)
        })
      assert.deepEqual(await brokenInvariants(db.read), [])
      await shop.close()
    })
}
