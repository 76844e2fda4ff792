import { dayMs } from '#domain/day.ts'
import { issueCreditNote, issueInvoice } from './issue-invoice.ts'
import { continueNumbers } from './rows.ts'
import { seedCustomers } from './seed-customers.ts'
import type { SeedOrder } from './seed-orders.ts'
import type { InvoiceRow, Writing } from './tables.ts'

/** The demo's past: who bought, what, how it was paid, and what happened to it. What is there already stays as it is. */
export async function insertSeedOrders(
  tx: Writing,
  orders: readonly SeedOrder[],
  firstStart: number,
): Promise<void> {
  await insertCustomers(tx, orders, firstStart)
  await tx
    .insertInto('bookings')
    .values(orders.map(({ order }) => order))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await insertPayments(tx, orders)
  await tx
    .insertInto('order_events')
    .values(orders.flatMap(({ events }) => events))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await continueNumbers(tx)
}

/** All that says that an order is paid, but for the order itself and its timeline. */
async function insertPayments(tx: Writing, orders: readonly SeedOrder[]): Promise<void> {
  await tx
    .insertInto('payments')
    .values(orders.flatMap(({ payment }) => payment ?? []))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx
    .insertInto('payment_orders')
    .values(
      orders.flatMap(({ order, payment }) =>
        payment
          ? {
              payment_id: payment.id,
              booking_id: order.id,
              amount_cents: order.total_cents,
              ended_at: payment.succeeded_at,
            }
          : [],
      ),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx
    .insertInto('refunds')
    .values(orders.flatMap(({ refund }) => refund ?? []))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await insertInvoices(tx, orders)
}

/** Numbered in the order in which money came and went. Another process may have been faster. */
async function insertInvoices(tx: Writing, orders: readonly SeedOrder[]): Promise<void> {
  if (await tx.selectFrom('invoices').select('number').limit(1).executeTakeFirst()) return
  const invoices = new Map<string, InvoiceRow>()
  const paid = orders.filter(({ order }) => order.paid_at !== null)
  for (const { order } of paid.toSorted((a, b) => (a.order.paid_at ?? 0) - (b.order.paid_at ?? 0))) {
    const issued = { order, transactionId: order.transaction_id ?? '', at: order.paid_at ?? 0 }
    invoices.set(order.id, await issueInvoice(tx, null, issued))
  }
  const refunded = orders.flatMap(({ order, refund }) => (refund ? [{ order, refund }] : []))
  for (const { order, refund } of refunded.toSorted((a, b) => a.refund.created_at - b.refund.created_at)) {
    const { amount_cents: amount, created_at: at } = refund
    await issueCreditNote(tx, null, { order, refund, amount, about: invoices.get(order.id), at })
  }
}

async function insertCustomers(tx: Writing, orders: readonly SeedOrder[], firstStart: number): Promise<void> {
  const lastOrderOf = (id: string): number =>
    orders.findLast(({ order }) => order.user_id === id)?.order.created_at ?? firstStart
  const joined = firstStart - 63 * dayMs
  await tx
    .insertInto('users')
    .values(
      seedCustomers.map(({ id, email, name }) => ({
        id,
        email,
        display_name: name,
        photo_url: null,
        password_hash: null,
        email_verified_at: joined,
        admin_since: null,
        created_at: joined,
        removed_at: null,
        closed_at: null,
        last_seen_at: lastOrderOf(id),
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx
    .insertInto('profiles')
    .values(
      seedCustomers.map(({ id, name, address, education, mobileNumber }) => ({
        user_id: id,
        name,
        address,
        education,
        linkedin: `https://linkedin.example/${id.slice(-4)}`,
        mobile_number: mobileNumber,
        updated_at: joined,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
