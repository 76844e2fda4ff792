import {
  type Books,
  reportsEveryBreak,
  set,
  stillInvoiced,
  type Violation,
} from '../../../tests/helpers/broken-books.ts'
import type { RefundRow, Writing } from '../db/schema/tables.ts'
import * as refunds from '../store/refunds.ts'

const givenBack = (tx: Writing, { payment, paid }: Books, amount: number, more: object = {}) =>
  refunds.add(
    tx,
    {
      payment_id: payment,
      order_id: paid,
      intent_id: 'pi_kept',
      amount_minor: amount,
      reason: 'by_provider',
      provider_id: 're_1',
      ...more,
    },
    1,
  )

/** Requested by an admin, and not sent to the provider yet. */
const asked = (tx: Writing, { payment, paid }: Books, amount: number, restocked = 0) => {
  const refund = { payment_id: payment, order_id: paid, intent_id: 'pi_kept', amount_minor: amount }
  return refunds.add(tx, { ...refund, note: 'Scratched', restocked, reason: 'by_admin' }, 1)
}

const succeed = (tx: Writing, { id }: RefundRow) =>
  tx.updateTable('refunds').set({ succeeded_at: 1 }).where('id', '=', id).execute()

type Sums = readonly [done: number, pending: number, units: number]

const summary = (order: string, [done, pending, units]: Sums, actual: Sums) =>
  new RegExp(
    `^Order ${order} says that ${done} minor units went back, ${pending} are on their way and ${units} units came back, but its refunds add up to ${actual[0]}, ${actual[1]} and ${actual[2]}$`,
  )

const breaks: Violation[] = [
  {
    what: 'money that was not kept goes back in part only',
    how: async (tx, books) => {
      await set.order(tx, books.paid, { paid_at: null, paid_minor: null })
      await givenBack(tx, books, 2999)
    },
    reports: books => [
      new RegExp(
        `^Payment ${books.payment}: 3000 minor units were received, but 0 were kept and 2999 refunded$`,
      ),
      ...stillInvoiced(books),
    ],
  },
  {
    what: 'more goes back than has come',
    how: async (tx, books) => {
      await givenBack(tx, books, 3000)
      await givenBack(tx, books, 1, { provider_id: 're_2' })
      await set.order(tx, books.paid, { refund_pending_minor: 3001 })
    },
    reports: ({ payment, paid }) => [
      new RegExp(`^Payment ${payment}: 3000 minor units were received, but 3001 refunded$`),
      new RegExp(`^Order ${paid}: 3000 minor units were paid, but 3001 refunded$`),
    ],
  },
  {
    what: 'admins have asked for more than has come',
    how: async (tx, books) => {
      await asked(tx, books, 2000)
      await asked(tx, books, 1500)
      await set.order(tx, books.paid, { refund_pending_minor: 3500 })
    },
    reports: ({ payment }) => [
      new RegExp(`^Payment ${payment}: 3000 minor units were received, but 3500 refunded$`),
    ],
  },
  {
    what: 'an order does not know that money has gone back',
    how: async (tx, books) => succeed(tx, await givenBack(tx, books, 500)),
    reports: ({ paid }) => [summary(paid, [0, 0, 0], [500, 0, 0])],
  },
  {
    what: 'an order does not know that money is on its way back',
    how: (tx, books) => asked(tx, books, 500),
    reports: ({ paid }) => [summary(paid, [0, 0, 0], [0, 500, 0])],
  },
  {
    what: 'an order does not know that units came back',
    how: async (tx, books) => {
      await set.order(tx, books.paid, { refund_pending_minor: 500, restocked_quantity: 1 })
      await asked(tx, books, 500, 2)
    },
    reports: ({ paid }) => [summary(paid, [0, 500, 1], [0, 500, 2])],
  },
  {
    what: 'money of a payment went back for no order',
    how: async (tx, books) => succeed(tx, await givenBack(tx, books, 500, { order_id: null })),
    reports: ({ payment }) => [new RegExp(`^Refund .+ is of none of the orders of payment ${payment}$`)],
  },
  {
    what: 'money of a payment went back for an order that it was not for',
    how: (tx, books) => givenBack(tx, { ...books, paid: books.held }, 500),
    reports: ({ payment }) => [new RegExp(`^Refund .+ is of none of the orders of payment ${payment}$`)],
  },
]

reportsEveryBreak('every broken rule about refunds is reported', breaks)
