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

/** The tax of an invoice is rounded half up, once per rate. */
const taxes = never(
  sql<{ number: number; name: string; gross: number; tax: number }>`
    select number, name, gross_minor as gross, tax_minor as tax from invoice_taxes
    where series = 'INV' and (
      2 * tax_minor * (100000 + percent_thousandths) > 2 * gross_minor * percent_thousandths + 100000 + percent_thousandths
      or 2 * tax_minor * (100000 + percent_thousandths) <= 2 * gross_minor * percent_thousandths - 100000 - percent_thousandths)`,
  ({ number, name, gross, tax }) =>
    `Invoice INV-${number} says that ${tax} of ${gross} minor units are tax (${name}), which is not the rate`,
)

/** The rates of an invoice do not add up to more than its amount. */
const taxedAmounts = never(
  sql<{ series: string; number: number; amount: number; gross: number }>`
    select invoices.series, invoices.number, amount_minor as amount, sum(gross_minor) as gross
    from invoices join invoice_taxes
      on invoice_taxes.series = invoices.series and invoice_taxes.number = invoices.number
    group by invoices.series, invoices.number, amount_minor
    having abs(sum(gross_minor)) > abs(amount_minor) or (invoices.series = 'CN' and sum(gross_minor) <> amount_minor)`,
  ({ series, number, amount, gross }) =>
    `${series}-${number} is of ${amount} minor units, but its taxes are of ${gross}`,
)

/** Whose money went back in full gets the whole tax back. */
const creditedTaxes = never(
  sql<{ number: number; name: string; tax: number; credited: number }>`
    select sold.number, sold.name, sold.tax_minor as tax, sum(credited.tax_minor) as credited
    from invoice_taxes as sold
      join (${invoicedOrders}) as invoiced on invoiced.number = sold.number
      join invoices as notes on notes.order_id = invoiced.order_id and notes.series = 'CN'
      join invoice_taxes as credited
        on credited.series = 'CN' and credited.number = notes.number and credited.name = sold.name
    where sold.series = 'INV'
    group by sold.number, sold.name, sold.gross_minor, sold.tax_minor
    having sum(credited.gross_minor) > sold.gross_minor
      or (sum(credited.gross_minor) = sold.gross_minor and sum(credited.tax_minor) <> sold.tax_minor)`,
  ({ number, name, tax, credited }) =>
    `Of ${tax} minor units of tax (${name}) on INV-${number} ${credited} were credited with the whole amount`,
)

export const invoiceInvariants = [
  numbers,
  paidOrders,
  amounts,
  creditNotes,
  taxes,
  taxedAmounts,
  creditedTaxes,
]
