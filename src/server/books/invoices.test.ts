import { type PaidBreak, reportsEveryPaidBreak } from '../../../tests/helpers/broken-books.ts'
import type { CardShop } from '../../../tests/helpers/card-shop.ts'
import { placePaidOrder } from '../../../tests/helpers/paying.ts'
import type { Writing } from '../db/schema/tables.ts'

const last = (tx: Writing) => tx.updateTable('invoices').where('number', '=', 1003)

/** For three invoices, 1001 to 1003. The database itself forbids duplicate numbers and invoices. */
const breaks: PaidBreak[] = [
  {
    what: 'a number was left out',
    how: tx => last(tx).set({ number: 1004 }).execute(),
    reports: [/^INV has 3 numbers from 1001 to 1004, and its counter is at 1003$/],
  },
  {
    what: 'a number below the first one was used',
    how: tx => last(tx).set({ number: 1000 }).execute(),
    reports: [/^INV has 3 numbers from 1000 to 1002, and its counter is at 1003$/],
  },
  {
    what: 'the counter is behind: its next number is taken',
    how: tx => tx.updateTable('invoice_series').set({ last_number: 1002 }).execute(),
    reports: [/^INV has 3 numbers from 1001 to 1003, and its counter is at 1002$/],
  },
  {
    what: 'a counter has been lost',
    how: tx => tx.deleteFrom('invoice_series').execute(),
    reports: [/^INV has 3 numbers from 1001 to 1003, and its counter is at null$/],
  },
  {
    what: 'the amount of an invoice differs from its orders',
    how: tx => last(tx).set({ amount_minor: 3699 }).execute(),
    reports: [/^Invoice INV-1003 is of 3699 minor units, but 3700 were paid for its orders$/],
  },
  {
    what: 'a number has no invoice',
    how: tx => tx.insertInto('invoice_series').values({ series: 'CN', last_number: 1001 }).execute(),
    reports: [/^CN has 0 numbers from null to null, and its counter is at 1001$/],
  },
  {
    what: 'a refund has no credit note',
    how: async tx => {
      const { id, transaction_id } = await tx
        .selectFrom('orders')
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('refunds')
        .values({
          id: 'r1',
          order_id: id,
          intent_id: transaction_id ?? '',
          amount_minor: 500,
          reason: 'by_provider',
          attempt: 1,
          created_at: 1,
          next_look_at: 1,
          succeeded_at: 1,
        } as never)
        .execute()
      await tx.updateTable('orders').set({ refunded_minor: 500 }).where('id', '=', id).execute()
    },
    reports: [/^Of order .+ 500 minor units went back, but its credit notes add up to 0$/],
  },
]

async function sellThree(shop: CardShop): Promise<void> {
  for (let i = 0; i < 3; i++) await placePaidOrder(shop)
}

reportsEveryPaidBreak('every error in the invoices is reported', sellThree, breaks)
