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

/** Each invoice with the orders that it is about: those of its payment, or the one that version 1.0 issued it for. */
const invoicedOrders = sql`
  select number, order_id from invoices where series = 'INV' and payment_id is null
  union all select invoices.number, payment_orders.order_id from invoices
    join payments on payments.id = invoices.payment_id
    join payment_orders on payment_orders.payment_id = payments.id
    join orders on orders.id = payment_orders.order_id and transaction_id = intent_id
  where series = 'INV'`

/** Every paid order is on one invoice, and no other order is on any. */
const paidOrders = never(
  sql<{ id: string; paid_at: number | null; documents: number }>`
    select orders.id, paid_at, count(invoiced.number) as documents
    from orders left join (${invoicedOrders}) as invoiced on invoiced.order_id = orders.id
    group by orders.id, paid_at
    having count(invoiced.number) <> case when paid_at is null then 0 else 1 end`,
  ({ id, paid_at, documents }) => {
    if (documents > 1) return `Order ${id} is on ${documents} invoices`
    return paid_at === null
      ? `Order ${id} is not paid, but has an invoice`
      : `Order ${id} is paid, but has no invoice`
  },
)

/** An invoice is of what was paid for its orders. */
const amounts = never(
  sql<{ number: number; amount_minor: number; paid: number }>`
    select invoices.number, amount_minor, coalesce(sum(paid_minor), 0) as paid
    from invoices left join (${invoicedOrders}) as invoiced on invoiced.number = invoices.number
      left join orders on orders.id = invoiced.order_id
    where series = 'INV'
    group by invoices.number, amount_minor
    having amount_minor <> coalesce(sum(paid_minor), 0)`,
  ({ number, amount_minor, paid }) =>
    `Invoice INV-${number} is of ${amount_minor} minor units, but ${paid} were paid for its orders`,
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

export const invoiceInvariants = [numbers, paidOrders, amounts, creditNotes]
