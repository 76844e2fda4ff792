import { type RawBuilder, sql } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'
import { disputeFaults } from './disputes.ts'
import { unmatchedFaults } from './unmatched.ts'

/** What must hold about money, told as sentences where it does not. */
export async function moneyFaults(db: Reading): Promise<string[]> {
  return [
    ...(await paidFaults(db)),
    ...(await partFaults(db)),
    ...(await givenBackFaults(db)),
    ...(await overpaidBackFaults(db)),
    ...(await overpaidOrderFaults(db)),
    ...(await summaryFaults(db)),
    ...(await orderlessFaults(db)),
    ...(await disputeFaults(db)),
    ...(await unmatchedFaults(db)),
  ]
}

/** Each paid order names a payment that has succeeded, and of which it is a part with its whole amount. */
async function paidFaults(db: Reading): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('payments', join =>
      join
        .onRef('payments.intent_id', '=', 'orders.transaction_id')
        .on('payments.succeeded_at', 'is not', null),
    )
    .leftJoin('payment_orders', join =>
      join
        .onRef('payment_orders.payment_id', '=', 'payments.id')
        .onRef('payment_orders.order_id', '=', 'orders.id')
        .onRef('payment_orders.amount_cents', '=', 'orders.total_cents'),
    )
    .select('orders.id')
    .where('orders.paid_at', 'is not', null)
    .where('payment_orders.payment_id', 'is', null)
    .execute()
  return orders.map(({ id }) => `Order ${id} is paid, but no kept payment of its amount is there`)
}

/** A payment is for its orders and nothing else, and they are free of it once it has ended. */
async function partFaults(db: Reading): Promise<string[]> {
  const sum = sql<number>`coalesce(sum(payment_orders.amount_cents), 0)`
  const open = sql<number>`coalesce(sum(case when payment_orders.ended_at is null then 1 else 0 end), 0)`
  const payments = await db
    .selectFrom('payments')
    .leftJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .select(({ fn }) => [
      'payments.id',
      'payments.amount_cents',
      'payments.succeeded_at',
      'payments.canceled_at',
      sum.as('sum'),
      open.as('open'),
      fn.count<number>('payment_orders.order_id').as('parts'),
    ])
    .groupBy(['payments.id', 'payments.amount_cents', 'payments.succeeded_at', 'payments.canceled_at'])
    .execute()
  return payments.flatMap(({ id, amount_cents, succeeded_at, canceled_at, sum, open, parts }) => {
    const isLive = succeeded_at === null && canceled_at === null
    return [
      ...(Number(sum) === amount_cents
        ? []
        : [`Payment ${id} is of ${amount_cents} cents, but its orders add up to ${sum}`]),
      ...(Number(open) === (isLive ? Number(parts) : 0)
        ? []
        : [`Payment ${id} is ${isLive ? 'live' : 'over'}, but not for all of its orders`]),
    ]
  })
}

/**
 * Of every payment that succeeded the orders paid with it are kept, and the rest goes back or was lost to a dispute: a
 * refund that failed counts as one that is owed.
 */
async function givenBackFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string; received_cents: number; kept: number; given: number }>`
    select * from (
      select payments.id, payments.received_cents,
        (select coalesce(sum(orders.total_cents), 0) from payment_orders
          join orders on orders.id = payment_orders.order_id
          where payment_orders.payment_id = payments.id and orders.paid_at is not null
            and orders.transaction_id = payments.intent_id) as kept,
        (select coalesce(sum(refunds.amount_cents), 0) from refunds
          join orders on orders.id = refunds.order_id
          where refunds.intent_id = payments.intent_id
            and (orders.paid_at is null or orders.transaction_id <> payments.intent_id))
        + (select coalesce(sum(dispute_orders.amount_cents), 0) from dispute_orders
          join disputes on disputes.id = dispute_orders.dispute_id
          join orders on orders.id = dispute_orders.order_id
          where disputes.intent_id = payments.intent_id
            and (orders.paid_at is null or orders.transaction_id <> payments.intent_id)) as given
      from payments where payments.succeeded_at is not null
    ) as money
    where kept > received_cents or given < received_cents - kept`.execute(db)
  return rows.map(
    ({ id, received_cents, kept, given }) =>
      `Of payment ${id} ${kept} cents were kept and ${given} go back, but ${received_cents} came`,
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
      join
        .onRef('refunds.intent_id', '=', 'payments.intent_id')
        .on('refunds.failed_at', 'is', null)
        .on('refunds.order_id', 'is not', null),
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

/** And never more of an order than it costs. */
async function overpaidOrderFaults(db: Reading): Promise<string[]> {
  const made = sql<number>`sum(refunds.amount_cents)`
  const orders = await db
    .selectFrom('orders')
    .innerJoin('refunds', join =>
      join
        .onRef('refunds.order_id', '=', 'orders.id')
        .onRef('refunds.intent_id', '=', 'orders.transaction_id')
        .on('refunds.provider_id', 'is not', null)
        .on('refunds.failed_at', 'is', null),
    )
    .select(['orders.id', 'orders.total_cents', made.as('made')])
    .groupBy(['orders.id', 'orders.total_cents'])
    .having(made, '>', ({ ref }) => ref('orders.total_cents'))
    .execute()
  return orders.map(({ id, made, total_cents }) => `Order ${id}: ${made} cents go back of ${total_cents}`)
}

/** An order says how much of its payment has gone back, how much is on its way, and how many units came back. */
async function summaryFaults(db: Reading): Promise<string[]> {
  const sum = (when: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when ${when} then refunds.amount_cents else 0 end), 0)`
  const done = sum(sql`refunds.succeeded_at is not null`)
  const pending = sum(sql`refunds.succeeded_at is null and refunds.failed_at is null`)
  const units = sql<number>`coalesce(sum(refunds.restocked), 0)`
  const said = [
    'orders.id',
    'orders.refunded_cents',
    'orders.refund_pending_cents',
    'orders.restocked_quantity',
  ] as const
  const orders = await db
    .selectFrom('orders')
    .leftJoin('refunds', join =>
      join
        .onRef('refunds.order_id', '=', 'orders.id')
        .onRef('refunds.intent_id', '=', 'orders.transaction_id'),
    )
    .select([...said, done.as('done'), pending.as('pending'), units.as('units')])
    .where('orders.paid_at', 'is not', null)
    .groupBy(said)
    .having(({ eb, or, ref }) =>
      or([
        eb(done, '!=', ref('orders.refunded_cents')),
        eb(pending, '!=', ref('orders.refund_pending_cents')),
        eb(units, '!=', ref('orders.restocked_quantity')),
      ]),
    )
    .execute()
  return orders.map(
    order =>
      `Order ${order.id} says that ${order.refunded_cents} cents went back, ${order.refund_pending_cents} are on their way and ${order.restocked_quantity} units came back, but its refunds add up to ${order.done}, ${order.pending} and ${order.units}`,
  )
}

/** What went back of a payment went back of one of its orders, or of what came with it for orders that are gone. */
async function orderlessFaults(db: Reading): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.intent_id', 'refunds.intent_id')
    .leftJoin('payment_orders', join =>
      join
        .onRef('payment_orders.payment_id', '=', 'payments.id')
        .onRef('payment_orders.order_id', '=', 'refunds.order_id'),
    )
    .leftJoin('unmatched_payments', join =>
      join.onRef('unmatched_payments.intent_id', '=', 'refunds.intent_id').on('refunds.order_id', 'is', null),
    )
    .select(['refunds.id', 'payments.id as payment'])
    .where('payment_orders.payment_id', 'is', null)
    .where('unmatched_payments.intent_id', 'is', null)
    .execute()
  return rows.map(({ id, payment }) => `Refund ${id} is of none of the orders of payment ${payment}`)
}
