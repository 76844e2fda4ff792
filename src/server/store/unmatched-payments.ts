import type { Reading, UnmatchedPaymentRow, Writing } from '../db/schema/tables.ts'

/** Records an unmatched payment, or updates the orders that it names and the amount that belongs to none of them. */
export async function note(tx: Writing, row: UnmatchedPaymentRow): Promise<void> {
  const { amount_minor, order_ids } = row
  await tx
    .insertInto('unmatched_payments')
    .values(row)
    .onConflict(conflict => conflict.column('intent_id').doUpdateSet({ amount_minor, order_ids }))
    .execute()
}

export function find(db: Reading, intentId: string): Promise<UnmatchedPaymentRow | undefined> {
  return db.selectFrom('unmatched_payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** The orders that it names, including deleted ones. */
export const orderIdsOf = ({ order_ids }: Pick<UnmatchedPaymentRow, 'order_ids'>): string[] =>
  JSON.parse(order_ids)

/** Unmatched payments with a remainder that is not refunded, pending or lost; newest first. */
export async function listOpen(db: Reading): Promise<UnmatchedPaymentRow[]> {
  const rows = await db.selectFrom('unmatched_payments').selectAll().orderBy('charged_at', 'desc').execute()
  if (rows.length === 0) return []
  const gone = await settledAmounts(
    db,
    rows.map(({ intent_id }) => intent_id),
  )
  return rows.filter(({ intent_id, amount_minor }) => amount_minor > (gone.get(intent_id) ?? 0))
}

/** How much of each charge is refunded, pending or lost, not counting the parts of existing orders. */
async function settledAmounts(
  db: Reading,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const given = await db
    .selectFrom('refunds')
    .select(['intent_id', 'order_id', 'failed_at', 'amount_minor'])
    .where('intent_id', 'in', intentIds)
    .execute()
  const lost = await db
    .selectFrom('disputes')
    .select(['id', 'intent_id', 'lost_at', 'amount_minor'])
    .where('intent_id', 'in', intentIds)
    .execute()
  const parts = await db
    .selectFrom('dispute_orders')
    .innerJoin('disputes', 'disputes.id', 'dispute_orders.dispute_id')
    .select(['disputes.intent_id', 'dispute_orders.amount_minor'])
    .where('disputes.intent_id', 'in', intentIds)
    .execute()
  const gone = new Map<string, number>()
  const add = (intentId: string, minor: number) => gone.set(intentId, (gone.get(intentId) ?? 0) + minor)
  for (const refund of given)
    if (refund.order_id === null && refund.failed_at === null) add(refund.intent_id, refund.amount_minor)
  for (const dispute of lost) if (dispute.lost_at !== null) add(dispute.intent_id, dispute.amount_minor)
  for (const part of parts) add(part.intent_id, -part.amount_minor)
  return gone
}

/** Whether it is recorded and fully settled. */
export async function isSettled(db: Reading, intentId: string): Promise<boolean> {
  const row = await find(db, intentId)
  return row !== undefined && row.amount_minor <= ((await settledAmounts(db, [intentId])).get(intentId) ?? 0)
}

/**
 * The orders whose money may be in an unsettled charge. If the charge is a payment of existing orders, each has its part and
 * the remainder belongs to none of them.
 */
export async function listBlockedOrders(db: Reading): Promise<ReadonlySet<string>> {
  const open = await listOpen(db)
  if (open.length === 0) return new Set()
  const intentIds = open.map(({ intent_id }) => intent_id)
  const matched = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('intent_id', 'in', intentIds)
    .execute()
  const payments = new Set(matched.map(({ intent_id }) => intent_id))
  return new Set(open.filter(({ intent_id }) => !payments.has(intent_id)).flatMap(orderIdsOf))
}
