import { type Books, reportsEveryBreak, set, type Violation } from '../../../tests/helpers/broken-books.ts'
import type { Writing } from '../db/schema/tables.ts'
import * as disputes from '../store/disputes.ts'
import * as refunds from '../store/refunds.ts'

/** Turns the paid order's card payment into one in cash. */
async function inCash(tx: Writing, { paid, payment }: Books): Promise<void> {
  const admin = await tx.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await set.payment(tx, payment, { method: 'cash', noted_by: admin.id })
  await set.order(tx, paid, { paid_method: 'cash', received_on: '2026-11-03' })
}

const refunded = async (
  tx: Writing,
  books: Books,
  reason: 'by_admin' | 'by_provider',
  provider_id: string,
  succeeded_at: number | null = 1,
) => {
  await inCash(tx, books)
  await refunds.add(
    tx,
    {
      payment_id: books.payment,
      order_id: books.paid,
      intent_id: 'pi_kept',
      amount_minor: 100,
      reason,
      provider_id,
      succeeded_at,
    },
    1,
  )
}

const atProvider = ({ payment }: Books, what: string) =>
  new RegExp(`^Payment ${payment} was not by card, but the card provider has its ${what}`)
/** The order does not know of the refund either. */
const uncounted = ({ paid }: Books, done: number, pending: number) =>
  new RegExp(`^Order ${paid} says that 0 minor units .+ its refunds add up to ${done}, ${pending} and 0$`)
const saysOther = ({ paid }: Books, said: string, method: string) =>
  new RegExp(`^Order ${paid} says that it was paid by ${said}, but its payment was by ${method}$`)
const notWhole = ({ payment }: Books) => new RegExp(`^Payment ${payment} was not by card, but is not whole$`)

const breaks: Violation[] = [
  {
    what: 'the card provider has refunded a payment in cash',
    how: (tx, books) => refunded(tx, books, 'by_admin', 're_1'),
    reports: books => [uncounted(books, 100, 0), atProvider(books, 'refund ')],
  },
  {
    what: 'a refund of a payment in cash came from the card provider',
    how: (tx, books) => refunded(tx, books, 'by_provider', 'noted_1'),
    reports: books => [uncounted(books, 100, 0), atProvider(books, 'refund ')],
  },
  {
    what: 'a refund of a payment in cash waits for the card provider',
    how: (tx, books) => refunded(tx, books, 'by_admin', 'noted_1', null),
    reports: books => [uncounted(books, 0, 100), atProvider(books, 'refund ')],
  },
  {
    what: 'a payment in cash is disputed',
    how: async (tx, books) => {
      await inCash(tx, books)
      await disputes.note(
        tx,
        {
          id: 'dp_1',
          intentId: 'pi_kept',
          amount: 3000,
          reason: 'fraudulent',
          openedAt: 1,
          status: 'open',
          isRefundable: true,
          withdrawn: 0,
          fee: 0,
        },
        undefined,
        1,
      )
    },
    reports: books => [atProvider(books, 'dispute dp_1$')],
  },
  {
    what: 'nobody has noted a payment in cash',
    how: async (tx, books) => {
      await inCash(tx, books)
      await set.payment(tx, books.payment, { noted_by: null })
    },
    reports: books => [notWhole(books)],
  },
  {
    what: 'an order says that it was paid in cash, but a card paid it',
    how: (tx, { paid }) => set.order(tx, paid, { paid_method: 'cash', received_on: '2026-11-03' }),
    reports: books => [saysOther(books, 'cash', 'card')],
  },
  {
    what: 'an order says that a card paid it, but it was paid in cash',
    how: async (tx, books) => {
      await inCash(tx, books)
      await set.order(tx, books.paid, { paid_method: null, received_on: null })
    },
    reports: books => [saysOther(books, 'card', 'cash')],
  },
  {
    what: 'an order does not say when it was paid in cash',
    how: async (tx, books) => {
      await inCash(tx, books)
      await set.order(tx, books.paid, { received_on: null })
    },
    reports: books => [saysOther(books, 'cash', 'cash')],
  },
]

reportsEveryBreak('books of noted payments', breaks)
