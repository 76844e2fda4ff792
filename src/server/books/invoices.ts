import { sql } from 'kysely'
import { numbersStartAfter } from '#domain/invoice.ts'
import { never } from './invariant.ts'

/**
 * Each series of numbers has no gaps, except for numbers that were issued before this shop. A unique key prevents
 * duplicates.
 */
const numbers = never(
  sql<{ name: string; count: number; first: number | null; last: number | null; counter: number | null }>`
    select * from (
      select name, cast(sum(count) as bigint) as count, min(first) as first, max(last) as last, max(counter) as counter from (
        select series as name, count(*) as count, min(number) as first, max(number) as last, cast(null as bigint) as counter
          from invoices group by series
        union all select series, sum(last_number - first_number + 1), min(first_number), max(last_number), cast(null as bigint)
          from number_gaps where series <> 'T' group by series
        union all select series, 0, cast(null as bigint), cast(null as bigint), last_number from invoice_series
      ) as parts group by name
    ) as series
    where first is distinct from ${numbersStartAfter + 1} or last is distinct from ${numbersStartAfter} + count
      or counter is distinct from last
    order by name`,
  ({ name, count, first, last, counter }) =>
    `${name} has ${count} numbers from ${first} to ${last}, and its counter is at ${counter}`,
)

/** Every paid order has one invoice of what was paid for it, and no other order has one. An index prevents a second one. */
const paidOrders = never(
  sql<{ id: string; paid_at: number | null; paid_minor: number; amount_minor: number | null }>`
    select orders.id, paid_at, paid_minor, amount_minor
    from orders left join invoices on order_id = orders.id and series = 'INV'
    where (paid_at is null) <> (amount_minor is null) or amount_minor <> paid_minor`,
  ({ id, paid_at, paid_minor, amount_minor }) => {
    if (amount_minor === null) return `Order ${id} is paid, but has no invoice`
    if (paid_at === null) return `Order ${id} is not paid, but has an invoice`
    return `Order ${id} was paid with ${paid_minor} minor units, but its invoice says ${amount_minor}`
  },
)

/** The credit notes of an order add up to its refunds. */
const creditNotes = never(
  sql<{ id: string; refunded_minor: number; credited: number }>`
    select orders.id, refunded_minor, coalesce(sum(amount_minor), 0) as credited
    from orders left join invoices on order_id = orders.id and series = 'CN'
    group by orders.id, refunded_minor
    having coalesce(sum(amount_minor), 0) <> refunded_minor`,
  ({ id, refunded_minor, credited }) =>
    `Of order ${id} ${refunded_minor} minor units went back, but its credit notes add up to ${credited}`,
)

export const invoiceInvariants = [numbers, paidOrders, creditNotes]
