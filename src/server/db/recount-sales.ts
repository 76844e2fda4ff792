import { sql } from 'kysely'
import { pieceLengths } from '#domain/sales.ts'
import type { Writing } from './tables.ts'

/** Sums up all sales from the orders, refunds and lost disputes themselves: for orders that come or go in bulk. */
export async function recountSales(tx: Writing): Promise<void> {
  await sql`delete from sales`.execute(tx)
  for (const minutes of pieceLengths) {
    const ms = sql.lit(minutes * 60_000)
    await sql`insert into sales (minutes, since, orders, units, takings_cents, refunds_cents, disputes_cents)
      select ${sql.lit(minutes)}, at / ${ms} * ${ms}, sum(orders), sum(units), sum(takings), sum(given_back), sum(lost)
      from (
        select paid_at as at, 1 as orders, quantity as units, total_cents as takings, 0 as given_back, 0 as lost
          from bookings where paid_at is not null
        union all
        select refunds.succeeded_at, 0, 0, 0, refunds.amount_cents, 0
          from refunds join bookings on bookings.id = refunds.booking_id and bookings.transaction_id = refunds.intent_id
          where refunds.succeeded_at is not null and bookings.paid_at is not null
        union all
        select disputes.lost_at, 0, 0, 0, 0, dispute_orders.amount_cents
          from dispute_orders join disputes on disputes.id = dispute_orders.dispute_id
          join bookings on bookings.id = dispute_orders.booking_id and bookings.transaction_id = disputes.intent_id
          where disputes.lost_at is not null and bookings.paid_at is not null
      ) as moves
      group by 2`.execute(tx)
  }
}
