import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#domain/money.ts'
import type { VoucherUses } from '#domain/voucher.ts'
import type { PaymentRow, Reading, Writing } from '../db/schema/tables.ts'

/**
 * Locks a voucher until the transaction ends. Whoever opens a payment with it counts its uses after this, so that two who
 * come at the same time do not both get the last one.
 */
export async function lock(tx: Writing, code: string): Promise<void> {
  await tx
    .insertInto('voucher_counters')
    .values({ code, opened: 1 })
    .onConflict(conflict =>
      conflict.column('code').doUpdateSet(({ eb }) => ({ opened: eb('voucher_counters.opened', '+', 1) })),
    )
    .execute()
}

/** Payments with the voucher that may still succeed, and those that have paid for an order. */
const using = (db: Reading, code: string) =>
  db
    .selectFrom('payments')
    .where('voucher', '=', code)
    .where('voucher', '>', sql.lit(''))
    .where(
      sql<boolean>`((succeeded_at is null and canceled_at is null) or exists (
        select 1 from payment_orders join orders on orders.id = order_id
        where payment_id = payments.id and transaction_id = intent_id and paid_at is not null))`,
    )

/** Whether a payment is of this customer. */
const isOf = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from payment_orders join orders on orders.id = order_id
    where payment_id = payments.id and user_id = ${userId})`

/** How often a voucher is used, without these payments. */
export async function count(
  db: Reading,
  { code, userId, except }: { code: string; userId: string; except: readonly string[] },
): Promise<VoucherUses> {
  const others = using(db, code).$if(except.length > 0, query => query.where('payments.id', 'not in', except))
  const { all } = await others.select(({ fn }) => fn.countAll<number>().as('all')).executeTakeFirstOrThrow()
  const { own } = await others
    .where(isOf(userId))
    .select(({ fn }) => fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow()
  return { all: Number(all), ofCustomer: Number(own) }
}

/** A payment succeeds in the transaction that marks its orders as paid, a moment before them. */
const momentMs = 60_000

/**
 * Which vouchers have paid for orders since this time, in how many payments, and the discount in these. The time of the
 * payment keeps older ones out before their orders are read.
 */
export async function sumSince(
  db: Reading,
  from: number,
): Promise<{ code: string; uses: number; discount: Minor }[]> {
  const { rows } = await sql<{ code: string; uses: number; discount: Minor }>`
    select payments.voucher as code, cast(count(distinct payments.id) as bigint) as uses,
      cast(sum(payment_orders.discount_minor) as bigint) as discount
    from payments
    join payment_orders on payment_orders.payment_id = payments.id
    join orders on orders.id = payment_orders.order_id and orders.transaction_id = payments.intent_id
    where payments.voucher > '' and payments.succeeded_at >= ${from - momentMs} and orders.paid_at >= ${from}
    group by payments.voucher order by discount desc, code`.execute(db)
  return rows
}

/** Open payments with the voucher that can make room: those of the customer, and those that were opened before a time. */
export const listIdle = (
  db: Reading,
  { code, userId, before }: { code: string; userId: string; before: number },
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('voucher', '=', code)
    .where('voucher', '>', sql.lit(''))
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .where(({ or, eb }) => or([eb('created_at', '<', before), isOf(userId)]))
    .orderBy('id')
    .execute()
