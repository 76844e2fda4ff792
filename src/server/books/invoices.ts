import { sql } from 'kysely'
import { numbersBegin } from '#domain/invoice.ts'
import type { Reading } from '../db/schema/tables.ts'

/** What must hold about invoices and credit notes, told as sentences where it does not. */
export async function invoiceFaults(db: Reading): Promise<string[]> {
  return [...(await numberFaults(db)), ...(await paidFaults(db)), ...(await creditFaults(db))]
}

/**
 * Each series counts from its beginning to its last number without a gap, but for numbers that a shop has given out whose
 * place this one has taken; that none is there twice its key says.
 */
async function numberFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<Series>`
    select name, cast(sum(count) as bigint) as count, min(first) as first, max(last) as last, max(counter) as counter from (
      select series as name, count(*) as count, min(number) as first, max(number) as last, cast(null as bigint) as counter
        from invoices group by series
      union all select series, sum(last_number - first_number + 1), min(first_number), max(last_number), cast(null as bigint)
        from number_gaps where series <> 'T' group by series
      union all select series, 0, cast(null as bigint), cast(null as bigint), last_number from invoice_series
    ) as parts group by name order by name`.execute(db)
  return rows
    .filter(
      ({ count, first, last, counter }) =>
        first !== numbersBegin + 1 || last !== numbersBegin + Number(count) || counter !== last,
    )
    .map(
      ({ name, count, first, last, counter }) =>
        `${name} has ${count} numbers from ${first} to ${last}, and its counter is at ${counter}`,
    )
}

interface Series {
  name: string
  count: number
  first: number | null
  last: number | null
  counter: number | null
}

/** Every paid order has an invoice of its total, and no other order has one; that it is only one an index says. */
async function paidFaults(db: Reading): Promise<string[]> {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('invoices', join =>
      join.onRef('invoices.order_id', '=', 'orders.id').on('invoices.series', '=', 'INV'),
    )
    .select(['orders.id', 'orders.paid_at', 'orders.total_cents', 'invoices.amount_cents'])
    .where(({ eb, or, and }) =>
      or([
        and([eb('orders.paid_at', 'is not', null), eb('invoices.number', 'is', null)]),
        and([eb('orders.paid_at', 'is', null), eb('invoices.number', 'is not', null)]),
        eb('invoices.amount_cents', '!=', eb.ref('orders.total_cents')),
      ]),
    )
    .execute()
  return orders.map(({ id, paid_at, total_cents, amount_cents }) => {
    if (amount_cents === null) return `Order ${id} is paid, but has no invoice`
    if (paid_at === null) return `Order ${id} is not paid, but has an invoice`
    return `Order ${id} costs ${total_cents} cents, but its invoice says ${amount_cents}`
  })
}

/** The credit notes of an order add up to what went back of its payment. */
async function creditFaults(db: Reading): Promise<string[]> {
  const credited = sql<number>`coalesce(sum(invoices.amount_cents), 0)`
  const orders = await db
    .selectFrom('orders')
    .leftJoin('invoices', join =>
      join.onRef('invoices.order_id', '=', 'orders.id').on('invoices.series', '=', 'CN'),
    )
    .select(['orders.id', 'orders.refunded_cents', credited.as('credited')])
    .groupBy(['orders.id', 'orders.refunded_cents'])
    .having(credited, '!=', ({ ref }) => ref('orders.refunded_cents'))
    .execute()
  return orders.map(
    ({ id, refunded_cents, credited }) =>
      `Of order ${id} ${refunded_cents} cents went back, but its credit notes add up to ${credited}`,
  )
}
