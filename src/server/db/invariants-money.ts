import { type RawBuilder, sql } from 'kysely'
import type { Reading } from './tables.ts'

/** What must hold about money, told as sentences where it does not. */
export async function moneyFaults(db: Reading): Promise<string[]> {
  const faults = [
    ...(await paidFaults(db)),
    ...(await keptFaults(db)),
    ...(await givenBackFaults(db)),
    ...(await overpaidBackFaults(db)),
    ...(await summaryFaults(db)),
  ]
  // Where a single order is wrong, the totals are, too.
  return faults.length > 0 ? faults : totalFaults(db)
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

/**
 * Never more goes back than has come, and the shop never asks for more. Not both taken together: what an admin has asked
 * for may be more than is left once somebody gives money back at the provider, and is then called off.
 */
async function overpaidBackFaults(db: Reading): Promise<string[]> {
  const made = sql<number>`coalesce(sum(case when refunds.provider_id is not null then refunds.amount_cents else 0 end), 0)`
  const asked = sql<number>`coalesce(sum(case when refunds.reason <> 'by_provider' then refunds.amount_cents else 0 end), 0)`
  const payments = await db
    .selectFrom('payments')
    .innerJoin('refunds', join =>
      join.onRef('refunds.intent_id', '=', 'payments.intent_id').on('refunds.failed_at', 'is', null),
    )
    .select(['payments.id', 'payments.received_cents', made.as('made'), asked.as('asked')])
    .groupBy(['payments.id', 'payments.received_cents'])
    .having(({ eb, or, ref }) =>
      or([eb(made, '>', ref('payments.received_cents')), eb(asked, '>', ref('payments.received_cents'))]),
    )
    .execute()
  return payments.map(
    ({ id, made, asked, received_cents }) =>
      `Payment ${id}: ${Math.max(Number(made), Number(asked))} cents go back of ${received_cents}`,
  )
}

/** An order says how much of its payment has gone back, how much is on its way, and how many units came back. */
async function summaryFaults(db: Reading): Promise<string[]> {
  const sum = (when: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when ${when} then refunds.amount_cents else 0 end), 0)`
  const done = sum(sql`refunds.succeeded_at is not null`)
  const pending = sum(sql`refunds.succeeded_at is null and refunds.failed_at is null`)
  const units = sql<number>`coalesce(sum(refunds.restocked), 0)`
  const said = [
    'bookings.id',
    'bookings.refunded_cents',
    'bookings.refund_pending_cents',
    'bookings.restocked_quantity',
  ] as const
  const orders = await db
    .selectFrom('bookings')
    .leftJoin('refunds', join =>
      join
        .onRef('refunds.booking_id', '=', 'bookings.id')
        .onRef('refunds.intent_id', '=', 'bookings.transaction_id'),
    )
    .select([...said, done.as('done'), pending.as('pending'), units.as('units')])
    .where('bookings.paid_at', 'is not', null)
    .groupBy(said)
    .having(({ eb, or, ref }) =>
      or([
        eb(done, '!=', ref('bookings.refunded_cents')),
        eb(pending, '!=', ref('bookings.refund_pending_cents')),
        eb(units, '!=', ref('bookings.restocked_quantity')),
      ]),
    )
    .execute()
  return orders.map(
    order =>
      `Order ${order.id} says that ${order.refunded_cents} cents went back, ${order.refund_pending_cents} are on their way and ${order.restocked_quantity} units came back, but its refunds add up to ${order.done}, ${order.pending} and ${order.units}`,
  )
}

/** What came for orders less what went back of it is what the orders say that the shop has kept. */
async function totalFaults(db: Reading): Promise<string[]> {
  const total = (of: RawBuilder<unknown>) => sql<number>`coalesce(sum(${of}), 0)`
  const { came } = await db
    .selectFrom('payments')
    .select(total(sql`received_cents`).as('came'))
    .where('kept_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const { went } = await db
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.intent_id', 'payments.intent_id')
    .select(total(sql`refunds.amount_cents`).as('went'))
    .where('payments.kept_at', 'is not', null)
    .where('refunds.succeeded_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const { kept } = await db
    .selectFrom('bookings')
    .select(total(sql`total_cents - refunded_cents`).as('kept'))
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(came) - Number(went) === Number(kept)) return []
  return [`${came} cents came and ${went} went back, but the orders say that ${kept} were kept`]
}
