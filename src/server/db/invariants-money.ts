import { sql } from 'kysely'
import type { Reading } from './tables.ts'

/** What must hold about money, told as sentences where it does not. */
export async function moneyFaults(db: Reading): Promise<string[]> {
  return [
    ...(await paidFaults(db)),
    ...(await keptFaults(db)),
    ...(await givenBackFaults(db)),
    ...(await overpaidBackFaults(db)),
    ...(await summaryFaults(db)),
  ]
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
        .on('payments.kept_at', 'is not', null),
    )
    .select('bookings.id')
    .where('bookings.paid_at', 'is not', null)
    .where('payments.id', 'is', null)
    .execute()
  return orders.map(({ id }) => `Order ${id} is paid, but no kept payment of its amount is there`)
}

/** Every payment that was kept is that of a paid order. */
async function keptFaults(db: Reading): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['payments.id', 'payments.booking_id'])
    .where('payments.kept_at', 'is not', null)
    .where(({ eb, or }) =>
      or([
        eb('bookings.paid_at', 'is', null),
        eb('bookings.transaction_id', '!=', eb.ref('payments.intent_id')),
      ]),
    )
    .execute()
  return payments.map(
    ({ id, booking_id }) => `Payment ${id} was kept, but order ${booking_id} is not paid with it`,
  )
}

const given = sql<number>`coalesce(sum(refunds.amount_cents), 0)`

/** Every payment that succeeded was kept, or all of it goes back: a refund that failed counts as one that is owed. */
async function givenBackFaults(db: Reading): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.intent_id', 'payments.intent_id')
    .select(['payments.id', 'payments.received_cents', given.as('given')])
    .where('payments.succeeded_at', 'is not', null)
    .where('payments.kept_at', 'is', null)
    .groupBy(['payments.id', 'payments.received_cents'])
    .having(given, '<', ({ ref }) => ref('payments.received_cents'))
    .execute()
  return payments.map(
    payment =>
      `Payment ${payment.id} has succeeded and was not kept, but ${payment.given} of ${payment.received_cents} cents go back`,
  )
}

/** Never more goes back than has come. */
async function overpaidBackFaults(db: Reading): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('refunds', join =>
      join.onRef('refunds.intent_id', '=', 'payments.intent_id').on('refunds.failed_at', 'is', null),
    )
    .select(['payments.id', 'payments.received_cents', given.as('given')])
    .groupBy(['payments.id', 'payments.received_cents'])
    .having(given, '>', ({ ref }) => ref('payments.received_cents'))
    .execute()
  return payments.map(
    payment => `Payment ${payment.id}: ${payment.given} cents go back of ${payment.received_cents}`,
  )
}

/** An order says how much of its payment has gone back. */
async function summaryFaults(db: Reading): Promise<string[]> {
  const orders = await db
    .selectFrom('bookings')
    .leftJoin('refunds', join =>
      join
        .onRef('refunds.intent_id', '=', 'bookings.transaction_id')
        .on('refunds.succeeded_at', 'is not', null),
    )
    .select(['bookings.id', 'bookings.refunded_cents', given.as('given')])
    .where('bookings.paid_at', 'is not', null)
    .groupBy(['bookings.id', 'bookings.refunded_cents'])
    .having(given, '!=', ({ ref }) => ref('bookings.refunded_cents'))
    .execute()
  return orders.map(
    order =>
      `Order ${order.id} says that ${order.refunded_cents} cents went back, but its refunds add up to ${order.given}`,
  )
}
