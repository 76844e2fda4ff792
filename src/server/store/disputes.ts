import type { CardDispute } from '#domain/refund.ts'
import type { DisputeOrderRow, DisputeRow, Reading, Writing } from '../db/schema/tables.ts'

/** Records the current state of a dispute at the provider. */
export async function note(
  tx: Writing,
  dispute: CardDispute,
  before: DisputeRow | undefined,
  now: number,
): Promise<void> {
  const { id, intentId, status } = dispute
  const change = {
    amount_minor: dispute.amount,
    reason: dispute.reason,
    won_at: status === 'won' ? (before?.won_at ?? now) : null,
    lost_at: status === 'lost' ? (before?.lost_at ?? now) : null,
    refundable: dispute.isRefundable ? 1 : 0,
    withdrawn_minor: dispute.withdrawn,
    fee_minor: dispute.fee,
  }
  await tx
    .insertInto('disputes')
    .values({ id, intent_id: intentId, opened_at: dispute.openedAt, ...change })
    .onConflict(conflict => conflict.column('id').doUpdateSet(change))
    .execute()
}

export function find(db: Reading, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
}

export const standingOf = (row: DisputeRow): Omit<CardDispute, 'id' | 'intentId' | 'openedAt'> => ({
  amount: row.amount_minor,
  reason: row.reason,
  status: statusOf(row),
  isRefundable: row.refundable === 1,
  withdrawn: row.withdrawn_minor,
  fee: row.fee_minor,
})

function statusOf({ won_at, lost_at }: DisputeRow): CardDispute['status'] {
  if (won_at !== null) return 'won'
  return lost_at === null ? 'open' : 'lost'
}

/** Neither won nor an inquiry: the provider refuses refunds in the meantime. */
export const isBlocking = ({ won_at, refundable }: DisputeRow): boolean => won_at === null && refundable === 0

export function listOf(db: Reading, intentId: string): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('opened_at')
    .execute()
}

export function listOpen(db: Reading): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('won_at', 'is', null)
    .where('lost_at', 'is', null)
    .orderBy('opened_at', 'desc')
    .limit(200)
    .execute()
}

export function listLostSince(db: Reading, since: number): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('lost_at', '>=', since)
    .orderBy('lost_at', 'desc')
    .limit(200)
    .execute()
}

/** The amounts lost in a dispute, by order. */
export function lossOf(db: Reading, id: string): Promise<DisputeOrderRow[]> {
  return db.selectFrom('dispute_orders').selectAll().where('dispute_id', '=', id).execute()
}

export async function setLoss(tx: Writing, id: string, parts: readonly DisputeOrderRow[]): Promise<void> {
  await tx.deleteFrom('dispute_orders').where('dispute_id', '=', id).execute()
  if (parts.length > 0) await tx.insertInto('dispute_orders').values(parts).execute()
}

/** The amounts of a payment that were lost in other disputes: by order, and for orders that no longer exist. */
export async function lossesOf(
  db: Reading,
  intentId: string,
  except?: string,
): Promise<{ order_id: string | null; amount_minor: number }[]> {
  const lost = (await listOf(db, intentId)).filter(({ id, lost_at }) => lost_at !== null && id !== except)
  const all: { order_id: string | null; amount_minor: number }[] = []
  for (const { id, amount_minor } of lost) {
    const parts = await lossOf(db, id)
    const rest = parts.reduce((sum, part) => sum - part.amount_minor, amount_minor)
    all.push(...parts, ...(rest > 0 ? [{ order_id: null, amount_minor: rest }] : []))
  }
  return all
}
