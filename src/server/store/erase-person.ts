import { sql } from 'kysely'
import type { InvoiceContent } from '#domain/invoice.ts'
import { formerAdmin } from '#domain/order-event.ts'
import { formatNumber } from '#domain/order-number.ts'
import type { OrderRow, UserRow, Writing } from '../db/schema/tables.ts'
import * as newsletter from './newsletter.ts'
import { eraseAll, type Person, personOf } from './personal-data.ts'
import * as reviews from './reviews.ts'
import { begins } from './search/prefix.ts'

type Erased = Pick<UserRow, 'id' | 'email'>

/**
 * Erases a person from every table: their own rows are deleted, rows that the books need are anonymized. The account was
 * removed before, so that nothing can be added in the meantime.
 */
export async function erasePerson(tx: Writing, user: Erased): Promise<void> {
  const person = await personOf(tx, user.id)
  await eraseFromLedger(tx, person)
  await eraseEmailsToAdmins(tx, person)
  await eraseCustomer(tx, person)
  await reviews.removeOf(tx, user.id)
  if (person.email) await newsletter.removeEmailsTo(tx, person.email)
  await eraseAll(tx, person)
  await sql`delete from rate_counters where ${begins(sql`name`, `sign-in ${user.email} from `)}`.execute(tx)
  await tx.updateTable('order_events').set({ who: formerAdmin }).where('admin_id', '=', user.id).execute()
}

/** The note of an admin on a refund is also in the stock ledger. */
async function eraseFromLedger(tx: Writing, { orderIds }: Person): Promise<void> {
  for (const id of orderIds) {
    const refunds = await tx
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select(['refunds.note', 'orders.number', 'orders.item_id'])
      .where('refunds.order_id', '=', id)
      .where('refunds.restocked', '>', 0)
      .execute()
    for (const { note, number, item_id } of refunds) {
      const reason = `Back from ${formatNumber(number)}`
      await tx
        .updateTable('stock_changes')
        .set({ reason })
        .where('item_id', '=', item_id)
        .where('reason', '=', `${reason}: ${note}`)
        .execute()
    }
  }
}

/** How long after a payment to look for the hourly email that mentions it. */
const hourlyEmailMs = 7 * 86_400_000

/** Emails to admins name buyers, and customers whose refund failed. */
async function eraseEmailsToAdmins(tx: Writing, { orderIds }: Person): Promise<void> {
  for (const id of orderIds) {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await removeEmails(tx, `paid ${id} for `)
    const refunds = await tx.selectFrom('refunds').select('id').where('order_id', '=', id).execute()
    for (const refund of refunds) await removeEmails(tx, `refund failed ${refund.id}`)
    if (order.paid_at !== null) await removeSummaries(tx, order, order.paid_at)
  }
}

const removeEmails = (tx: Writing, beginning: string) =>
  sql`delete from outbox where ${begins(sql`id`, beginning)}`.execute(tx)

async function removeSummaries(
  tx: Writing,
  { number }: Pick<OrderRow, 'number'>,
  paidAt: number,
): Promise<void> {
  const emails = await tx
    .selectFrom('outbox')
    .select(['id', 'text_body'])
    .where('id', '>=', `paid until ${paidAt}`)
    .where('id', '<', `paid until ${paidAt + hourlyEmailMs}`)
    .execute()
  const about = emails.filter(({ text_body }) => text_body.includes(formatNumber(number))).map(({ id }) => id)
  if (about.length > 0) await tx.deleteFrom('outbox').where('id', 'in', about).execute()
}

/** The number, date and amounts of an invoice stay. */
async function eraseCustomer(tx: Writing, { orderIds }: Person): Promise<void> {
  for (const id of orderIds) {
    const invoices = await tx.selectFrom('invoices').selectAll().where('order_id', '=', id).execute()
    for (const { series, number, content } of invoices) {
      const kept: InvoiceContent = {
        ...(JSON.parse(content) as InvoiceContent),
        customer: { name: '', address: '', email: '' },
      }
      await tx
        .updateTable('invoices')
        .set({ content: JSON.stringify(kept) })
        .where('series', '=', series)
        .where('number', '=', number)
        .execute()
    }
  }
}
