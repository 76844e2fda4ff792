import { sql } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'

interface Unmatched {
  intent_id: string
  amount_cents: number
  order_ids: string
  given: number
  lost: number
  is_payment: number
}

/** What must hold about charges that are for no order, told as sentences where it does not. */
export async function unmatchedFaults(db: Reading): Promise<string[]> {
  const { rows } = await sql<Unmatched>`
    select intent_id, amount_cents, order_ids,
      (select coalesce(sum(refunds.amount_cents), 0) from refunds
        where refunds.intent_id = unmatched_payments.intent_id and order_id is null and failed_at is null) as given,
      (select coalesce(sum(disputes.amount_cents), 0) from disputes
        where disputes.intent_id = unmatched_payments.intent_id and lost_at is not null)
      - (select coalesce(sum(dispute_orders.amount_cents), 0) from dispute_orders
        join disputes on disputes.id = dispute_id
        where disputes.intent_id = unmatched_payments.intent_id) as lost,
      (select count(*) from payments where payments.intent_id = unmatched_payments.intent_id) as is_payment
    from unmatched_payments`.execute(db)
  return [...rows.flatMap(givenFaults), ...(await blockedFaults(db, rows))]
}

const givenFaults = ({ intent_id, amount_cents, given }: Unmatched): string[] =>
  Number(given) > amount_cents
    ? [`Of charge ${intent_id} ${amount_cents} cents are for no order, but ${given} go back`]
    : []

/** The orders that an unsettled charge names cannot be paid, and no other order is kept from it. */
async function blockedFaults(db: Reading, rows: readonly Unmatched[]): Promise<string[]> {
  const named = new Set(
    rows
      .filter(row => Number(row.is_payment) === 0 && row.amount_cents > Number(row.given) + Number(row.lost))
      .flatMap(({ order_ids }): string[] => JSON.parse(order_ids)),
  )
  const said = await db
    .selectFrom('orders')
    .select('id')
    .where('payment_unmatched_at', 'is not', null)
    .execute()
  const blocked = new Set(said.map(({ id }) => id))
  const there = await namedThere(db, [...named])
  return [
    ...there
      .filter(id => !blocked.has(id))
      .map(id => `Order ${id} can be paid, but an unsettled charge names it`),
    ...[...blocked]
      .filter(id => !named.has(id))
      .map(id => `Order ${id} cannot be paid, but no unsettled charge names it`),
  ]
}

async function namedThere(db: Reading, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
