import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../../tests/helpers/databases.ts'
import { pay } from '../../../tests/helpers/paid.ts'
import { openTestShop, type TestShop } from '../../../tests/helpers/shop.ts'
import * as refunds from '../store/refunds.ts'
import * as timeline from '../store/timeline.ts'
import { brokenInvariants } from './invariants.ts'
import type { ItemRow, OrderRow, PaymentRow, Writing } from './tables.ts'

/** A shop whose books are right: one item, one order of two that is held, and one of three that is paid. */
async function goodBooks(shop: TestShop) {
  const item = await shop.item({ name: 'Oak Tray', price: 10, availableQuantity: 10 })
  const ann = await shop.customer()
  const held: string = (await ann.order(item, 2)).json()._id
  const paid: string = (await ann.order(item, 3)).json()._id
  const payment = await shop.deps.db.write(tx => pay(tx, paid, 'pi_kept'))
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  return { item: item._id, held, paid, payment }
}

type Books = Awaited<ReturnType<typeof goodBooks>>

interface Break {
  what: string
  how(tx: Writing, books: Books): Promise<unknown>
  told(books: Books): RegExp[]
}

const set = {
  item: (tx: Writing, id: string, row: Partial<ItemRow>) =>
    tx.updateTable('items').set(row).where('id', '=', id).execute(),
  order: (tx: Writing, id: string, row: Partial<OrderRow>) =>
    tx.updateTable('bookings').set(row).where('id', '=', id).execute(),
  payment: (tx: Writing, id: string, row: Partial<PaymentRow>) =>
    tx.updateTable('payments').set(row).where('id', '=', id).execute(),
}

const stock = (free: number, taken: number, stocked = 10) =>
  new RegExp(`^Oak Tray \\(.+\\): ${free} free \\+ ${taken} held or sold, but ${stocked} stocked$`)
const ledger = (stocked: number, written: number) =>
  new RegExp(`^Oak Tray \\(.+\\): ${stocked} stocked, but the ledger adds up to ${written}$`)
const notKept = ({ paid }: Books) =>
  new RegExp(`^Order ${paid} is paid, but no kept payment of its amount is there$`)
const notPaidWith = ({ payment, paid }: Books) =>
  new RegExp(`^Payment ${payment} was kept, but order ${paid} is not paid with it$`)

const goesBack = ({ payment }: Books, cents: number) =>
  new RegExp(`^Payment ${payment} has succeeded and was not kept, but ${cents} of 3000 cents go back$`)

const givenBack = (tx: Writing, paymentId: string, amount: number) =>
  refunds.add(tx, { paymentId, intentId: 'pi_kept', amount, reason: 'by_provider' }, 1)

const lacks = (orders: number, units: number, takings: number, given: number) =>
  new RegExp(
    `^The sales from 1970-01-01T00:00:00.000Z on lack ${orders} orders, ${units} units, ${takings} cents taken in and ${given} given back$`,
  )

/** Each breaks one rule and no other; what a CHECK forbids is left out, for the database says it first. */
const breaks: Break[] = [
  {
    what: 'a unit is gone from the shelf',
    how: (tx, { item }) => set.item(tx, item, { available_quantity: 4 }),
    told: () => [stock(4, 5)],
  },
  {
    what: 'a unit too many is on the shelf',
    how: (tx, { item }) => set.item(tx, item, { available_quantity: 6 }),
    told: () => [stock(6, 5)],
  },
  {
    what: 'more is said to be stocked than ever was',
    how: (tx, { item }) => set.item(tx, item, { stocked_quantity: 11 }),
    told: () => [stock(5, 5, 11), ledger(11, 10)],
  },
  {
    what: 'stock has come without a line in the ledger',
    how: (tx, { item }) => set.item(tx, item, { stocked_quantity: 11, available_quantity: 6 }),
    told: () => [ledger(11, 10)],
  },
  {
    what: 'a line of the ledger has gone',
    how: (tx, { item }) => tx.deleteFrom('stock_changes').where('item_id', '=', item).execute(),
    told: () => [ledger(10, 0)],
  },
  {
    what: 'a removed order has not given its stock back',
    how: (tx, { held }) => set.order(tx, held, { removed_at: 1 }),
    told: () => [stock(5, 3)],
  },
  {
    what: 'a lapsed order has not given its stock back',
    how: (tx, { held }) => set.order(tx, held, { released_at: 1 }),
    told: () => [stock(5, 3)],
  },
  {
    what: 'an order is paid without any payment',
    how: (tx, { held }) => set.order(tx, held, { paid_at: 1, transaction_id: 'pi_none' }),
    told: ({ held }) => [new RegExp(`^Order ${held} is paid, but no kept payment`), lacks(1, 2, 2000, 0)],
  },
  {
    what: 'an order is paid with less than it costs',
    how: (tx, { payment }) => set.payment(tx, payment, { amount_cents: 2999 }),
    told: books => [notKept(books)],
  },
  {
    what: 'an order is paid with a payment that has not succeeded',
    how: (tx, { payment }) => set.payment(tx, payment, { succeeded_at: null }),
    told: books => [notKept(books)],
  },
  {
    what: 'an order is paid with money that was not kept',
    how: (tx, { payment }) => set.payment(tx, payment, { kept_at: null }),
    told: books => [notKept(books), goesBack(books, 0)],
  },
  {
    what: 'money that was not kept goes back in part only',
    how: async (tx, { payment, paid }) => {
      await set.order(tx, paid, { paid_at: null })
      await set.payment(tx, payment, { kept_at: null })
      await givenBack(tx, payment, 2999)
    },
    told: books => [goesBack(books, 2999), lacks(-1, -3, -3000, 0)],
  },
  {
    what: 'more goes back than has come',
    how: async (tx, { payment }) => {
      await givenBack(tx, payment, 3000)
      await givenBack(tx, payment, 1)
    },
    told: ({ payment }) => [new RegExp(`^Payment ${payment}: 3001 cents go back of 3000$`)],
  },
  {
    what: 'an order does not know that money has gone back',
    how: async (tx, { payment }) => {
      const { id } = await givenBack(tx, payment, 500)
      await tx.updateTable('refunds').set({ succeeded_at: 1 }).where('id', '=', id).execute()
    },
    told: ({ paid }) => [
      new RegExp(`^Order ${paid} says that 0 cents went back, but its refunds add up to 500$`),
      lacks(0, 0, 0, 500),
    ],
  },
  {
    what: 'an order is sent, and nobody has noted it',
    how: (tx, { paid }) => set.order(tx, paid, { sent_at: 1 }),
    told: ({ paid }) => [new RegExp(`^Order ${paid} is sent, but its timeline tells otherwise$`)],
  },
  {
    what: 'an order was sent, and does not say so',
    how: (tx, { paid }) => timeline.add(tx, paid, { at: 1, what: 'sent', who: 'shop' }),
    told: ({ paid }) => [new RegExp(`^Order ${paid} is not sent, but its timeline tells otherwise$`)],
  },
  {
    what: 'an order names a payment that it was not paid with',
    how: (tx, { paid }) => set.order(tx, paid, { transaction_id: 'pi_other' }),
    told: books => [notKept(books), notPaidWith(books)],
  },
  {
    what: 'money was kept for an order that is not paid',
    how: (tx, { paid }) => set.order(tx, paid, { paid_at: null }),
    told: books => [notPaidWith(books), lacks(-1, -3, -3000, 0)],
  },
  {
    what: 'a sale is not in the longer pieces of time',
    how: tx => tx.deleteFrom('sales').where('minutes', '=', 60).execute(),
    told: () => [/^The sales of the 60 minutes from 1970-01-01T00:00:00.000Z on are not those of its parts$/],
  },
  {
    what: 'a sale does not count in the last days',
    how: tx => tx.updateTable('recent_sales_starts').set({ since: 0 }).where('days', '=', 7).execute(),
    told: ({ item }) => [new RegExp(`^The sales of item ${item} in 7 days lack 3 units and 3000 cents$`)],
  },
  {
    what: 'an item is not among the scarce ones',
    how: (tx, { item }) => tx.deleteFrom('scarce_items').where('item_id', '=', item).execute(),
    told: ({ item }) => [new RegExp(`^Of item ${item} 5 are free, but the list of scarce items`)],
  },
]

/** Fails where brokenInvariants() says nothing, or leaves one of its conditions out. */
for (const engine of engines)
  test(`every broken rule is told, in a sentence of its own [${engine}]`, async t => {
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
