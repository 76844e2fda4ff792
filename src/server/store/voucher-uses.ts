import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#domain/money.ts'
import { foldedCode } from '#domain/voucher.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { PaymentRow, Reading, Writing } from '../db/schema/tables.ts'

/** A voucher since its first day. */
export interface Offer {
  code: string
  since: number
}

/**
 * Until the transaction ends, nobody else counts the uses of this voucher: of two who come at the same time, only one gets
 * the last use.
 */
export async function lock(tx: Writing, code: string): Promise<void> {
  const name = `voucher ${foldedCode(code)}`
  if (locksRows(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Payments with the voucher, in whichever way its code was spelled then. */
const paymentsWith = (db: Reading, { code, since }: Offer) =>
  db
    .selectFrom('payments')
    .where(
      sql<boolean>`replace(replace(replace(voucher, 'O', '0'), 'I', '1'), 'L', '1') = ${foldedCode(code)}`,
    )
    .where('voucher', '>', sql.lit(''))
    .where('created_at', '>=', since)

const mayStillSucceed = sql<boolean>`(succeeded_at is null and canceled_at is null)`

const hasPaid = sql<boolean>`(succeeded_at is not null and exists (
  select 1 from payment_orders join orders on orders.id = order_id
  where payment_id = payments.id and transaction_id = intent_id and paid_at is not null))`

const isOf = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`payments.id in (
    select payment_id from orders join payment_orders on order_id = orders.id
    where user_id = ${userId} and removed_at is null)`

export interface Wanted extends Offer {
  /** Only those of this customer. */
  userId?: string
  /** Without these payments. */
  except?: readonly string[]
  /** Without open payments. */
  isPaid?: boolean
}

/** How often a voucher is used: payments that have paid for an order, and those that may still do so. */
export async function count(
  db: Reading,
  { userId, except = [], isPaid = false, ...offer }: Wanted,
): Promise<number> {
  const { uses } = await paymentsWith(db, offer)
    .where(({ or }) => or(isPaid ? [hasPaid] : [mayStillSucceed, hasPaid]))
    .$if(userId !== undefined, query => query.where(isOf(userId ?? '')))
    .$if(except.length > 0, query => query.where('payments.id', 'not in', except))
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .executeTakeFirstOrThrow()
  return Number(uses)
}

/** A customer's open payments with the voucher. */
export const listOpenOf = (db: Reading, offer: Offer, userId: string): Promise<PaymentRow[]> =>
  open(db, offer).where(isOf(userId)).orderBy('id').execute()

/** Open payments with the voucher that were opened before a time; first those that nobody has looked at for longest. */
export const listIdle = (db: Reading, offer: Offer, before: number): Promise<PaymentRow[]> =>
  open(db, offer).where('created_at', '<', before).orderBy('checked_at').execute()

const open = (db: Reading, offer: Offer) => paymentsWith(db, offer).selectAll().where(mayStillSucceed)

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
