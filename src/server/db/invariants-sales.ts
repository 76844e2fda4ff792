import { sql } from 'kysely'
import { pieceLengths } from '#domain/sales.ts'
import type { Reading } from './tables.ts'

/** What is kept about sales says the same as the orders and refunds themselves; told as sentences where it does not. */
export async function salesFaults(db: Reading): Promise<string[]> {
  const [shortest, ...longer] = pieceLengths
  const faults = await pieceFaults(db, shortest)
  for (const minutes of longer) faults.push(...(await longerFaults(db, minutes, shortest)))
  return [...faults, ...(await recentFaults(db)), ...(await scarcityFaults(db)), ...(await inStockFaults(db))]
}

/** Summed up together with what is kept, taken negative: what does not come to nothing is wrong. */
async function pieceFaults(db: Reading, minutes: number): Promise<string[]> {
  const ms = sql.lit(minutes * 60_000)
  const { rows } = await sql<{
    since: number
    orders: number
    units: number
    takings: number
    given: number
    lost: number
  }>`
    select since, sum(orders) as orders, sum(units) as units, sum(takings) as takings, sum(given) as given,
      sum(lost) as lost
    from (
      select paid_at / ${ms} * ${ms} as since, 1 as orders, quantity as units, total_cents as takings, 0 as given,
        0 as lost
        from bookings where paid_at is not null
      union all
      select refunds.succeeded_at / ${ms} * ${ms}, 0, 0, 0, refunds.amount_cents, 0
        from refunds join bookings on bookings.id = refunds.booking_id and bookings.transaction_id = refunds.intent_id
        where refunds.succeeded_at is not null and bookings.paid_at is not null
      union all
      select disputes.lost_at / ${ms} * ${ms}, 0, 0, 0, 0, dispute_orders.amount_cents
        from dispute_orders join disputes on disputes.id = dispute_orders.dispute_id
        join bookings on bookings.id = dispute_orders.booking_id and bookings.transaction_id = disputes.intent_id
        where disputes.lost_at is not null and bookings.paid_at is not null
      union all
      select since, -orders, -units, -takings_cents, -refunds_cents, -disputes_cents
        from sales where minutes = ${sql.lit(minutes)}
    ) as moves
    group by since
    having sum(orders) <> 0 or sum(units) <> 0 or sum(takings) <> 0 or sum(given) <> 0 or sum(lost) <> 0`.execute(
    db,
  )
  return rows.map(
    ({ since, orders, units, takings, given, lost }) =>
      `The sales from ${new Date(since).toISOString()} on lack ${orders} orders, ${units} units, ${takings} cents taken in, ${given} given back and ${lost} lost to disputes`,
  )
}

async function longerFaults(db: Reading, minutes: number, shortest: number): Promise<string[]> {
  const ms = sql.lit(minutes * 60_000)
  const { rows } = await sql<{ since: number }>`select since
    from (
      select since / ${ms} * ${ms} as since, orders, units, takings_cents, refunds_cents, disputes_cents
        from sales where minutes = ${sql.lit(shortest)}
      union all
      select since, -orders, -units, -takings_cents, -refunds_cents, -disputes_cents
        from sales where minutes = ${sql.lit(minutes)}
    ) as pieces
    group by since
    having sum(orders) <> 0 or sum(units) <> 0 or sum(takings_cents) <> 0 or sum(refunds_cents) <> 0
      or sum(disputes_cents) <> 0`.execute(db)
  return rows.map(
    ({ since }) =>
      `The sales of the ${minutes} minutes from ${new Date(since).toISOString()} on are not those of its parts`,
  )
}

async function recentFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ days: number; item_id: string; units: number; takings: number }>`
    select days, item_id, sum(units) as units, sum(takings) as takings
    from (
      select days, item_id, quantity as units, total_cents as takings
        from recent_sales_starts join bookings on paid_at >= since
      union all
      select days, item_id, -units, -takings_cents from recent_sales
    ) as sold
    group by days, item_id having sum(units) <> 0 or sum(takings) <> 0`.execute(db)
  return rows.map(
    row =>
      `The sales of item ${row.item_id} in ${row.days} days lack ${row.units} units and ${row.takings} cents`,
  )
}

async function inStockFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from items left join items_in_stock on item_id = id
    where (removed_at is null and hidden_at is null and available_quantity >= must_quantity)
      <> (item_id is not null)`.execute(db)
  return rows.map(({ id }) => `The list of what is in stock has item ${id} otherwise than it is`)
}

async function scarcityFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string; available_quantity: number }>`
    select id, available_quantity from items left join scarce_items on item_id = id
    where (available_quantity < 100) <> (item_id is not null) or fives <> available_quantity / 5`.execute(db)
  return rows.map(
    ({ id, available_quantity }) =>
      `Of item ${id} ${available_quantity} are free, but the list of scarce items has it otherwise`,
  )
}
