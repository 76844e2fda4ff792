import { sql } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'
import { never } from './invariant.ts'

/** The refunds of an unmatched charge never exceed it. */
export const unmatchedRefunds = never(
  sql<{ intent_id: string; amount: number; given: number }>`
    select unmatched_payments.intent_id, unmatched_payments.amount_minor as amount, sum(refunds.amount_minor) as given
    from unmatched_payments join refunds on refunds.intent_id = unmatched_payments.intent_id
      and order_id is null and failed_at is null
    group by unmatched_payments.intent_id, unmatched_payments.amount_minor
    having sum(refunds.amount_minor) > unmatched_payments.amount_minor`,
  ({ intent_id, amount, given }) =>
    `Charge ${intent_id} has ${amount} minor units that belong to no order, but ${given} are refunded`,
)

/** Exactly the orders that an unsettled charge names are blocked from payment. */
export async function blockedOrders(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ order_ids: string }>`
    select order_ids from unmatched_payments
    where intent_id not in (select intent_id from payments where intent_id is not null) and amount_minor >
      (select coalesce(sum(refunds.amount_minor), 0) from refunds
        where refunds.intent_id = unmatched_payments.intent_id and order_id is null and failed_at is null)
      + (select coalesce(sum(disputes.amount_minor), 0) from disputes
        where disputes.intent_id = unmatched_payments.intent_id and lost_at is not null)
      - (select coalesce(sum(dispute_orders.amount_minor), 0) from dispute_orders
        join disputes on disputes.id = dispute_id
        where disputes.intent_id = unmatched_payments.intent_id)`.execute(db)
  const named = new Set(rows.flatMap(({ order_ids }): string[] => JSON.parse(order_ids)))
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'payment_unmatched_at'])
    .where(({ eb, or }) => or([eb('payment_unmatched_at', 'is not', null), eb('id', 'in', ['', ...named])]))
    .execute()
  return orders.flatMap(({ id, payment_unmatched_at: since }) => {
    if (named.has(id) === (since !== null)) return []
    return since === null
      ? [`Order ${id} can be paid, but an unsettled charge names it`]
      : [`Order ${id} cannot be paid, but no unsettled charge names it`]
  })
}
