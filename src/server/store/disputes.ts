import type { CardDispute } from '#domain/refund.ts'
import type { DisputeRow, Reading, Writing } from '../db/tables.ts'

/** How the provider tells it now. */
export async function note(tx: Writing, dispute: CardDispute, now: number): Promise<void> {
  const { id, intentId, amount, reason, openedAt, status } = dispute
  const before = await find(tx, id)
  const change = {
    amount_cents: amount,
    reason,
    won_at: status === 'won' ? (before?.won_at ?? now) : null,
    lost_at: status === 'lost' ? (before?.lost_at ?? now) : null,
  }
  await tx
    .insertInto('disputes')
    .values({ id, intent_id: intentId, opened_at: openedAt, ...change })
    .onConflict(conflict => conflict.column('id').doUpdateSet(change))
    .execute()
}

export function find(db: Reading, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
}

export function statusOf({ won_at, lost_at }: DisputeRow): CardDispute['status'] {
  if (won_at !== null) return 'won'
  return lost_at === null ? 'open' : 'lost'
}

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
