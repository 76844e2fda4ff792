import { sql } from 'kysely'
import type { Reading } from './tables.ts'

/** What must hold at every moment, told as sentences where it does not. */
export async function brokenInvariants(db: Reading): Promise<string[]> {
  return [...(await stockFaults(db)), ...(await paidFaults(db)), ...(await moneyFaults(db))]
}

/** free + held + sold = ever stocked, for every item. */
async function stockFaults(db: Reading): Promise<string[]> {
  const items = await db
    .selectFrom('items')
    .leftJoin('bookings', join =>
      join
        .onRef('bookings.item_id', '=', 'items.id')
        .on('bookings.removed_at', 'is', null)
        .on('bookings.released_at', 'is', null),
    )
    .select(['items.id', 'items.name', 'items.stocked_quantity', 'items.available_quantity'])
    .select(sql<number>`coalesce(sum(bookings.quantity), 0)`.as('taken'))
    .groupBy(['items.id', 'items.name', 'items.stocked_quantity', 'items.available_quantity'])
    .execute()
  return items
    .filter(item => item.available_quantity + Number(item.taken) !== item.stocked_quantity)
    .map(
      item =>
        `${item.name} (${item.id}): ${item.available_quantity} free + ${item.taken} held or sold, but ${item.stocked_quantity} stocked`,
    )
}

/** Each paid order has exactly one kept payment, of its amount, and names it. */
async function paidFaults(db: Reading): Promise<string[]> {
  const orders = await db
    .selectFrom('bookings')
    .leftJoin('payments', join =>
      join
        .onRef('payments.booking_id', '=', 'bookings.id')
        .onRef('payments.intent_id', '=', 'bookings.transaction_id')
        .onRef('payments.amount_cents', '=', 'bookings.total_cents')
        .on('payments.succeeded_at', 'is not', null)
        .on('payments.refund_due_at', 'is', null),
    )
    .select('bookings.id')
    .where('bookings.paid_at', 'is not', null)
    .where('payments.id', 'is', null)
    .execute()
  return orders.map(({ id }) => `Order ${id} is paid, but no kept payment of its amount is there`)
}

/** Every payment that succeeded is a paid order's or goes back. */
async function moneyFaults(db: Reading): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.id', 'payments.booking_id'])
    .where('payments.succeeded_at', 'is not', null)
    .where('payments.refund_due_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('bookings.paid_at', 'is', null),
        eb('bookings.transaction_id', '!=', eb.ref('payments.intent_id')),
      ]),
    )
    .execute()
  return payments.map(
    ({ id, booking_id }) => `Payment ${id} has succeeded, but order ${booking_id} is not paid with it`,
  )
}
