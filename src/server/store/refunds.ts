import { randomUUIDv7 } from 'node:crypto'
import { type CardRefund, momentsAfter, type RefundReason, type RefundStatus } from '#domain/refund.ts'
import type { Reading, RefundRow, Writing } from '../db/tables.ts'

export interface NewRefundRow {
  paymentId: string | null
  intentId: string
  amount: number
  reason: RefundReason
  providerId?: string
}

/** Money that has to go back, from now on until the provider says that it went. */
export async function add(tx: Writing, refund: NewRefundRow, now: number): Promise<RefundRow> {
  const row: RefundRow = {
    id: randomUUIDv7(),
    payment_id: refund.paymentId,
    intent_id: refund.intentId,
    amount_cents: refund.amount,
    reason: refund.reason,
    attempt: 1,
    provider_id: refund.providerId ?? null,
    created_at: now,
    next_look_at: now,
    needs_action_at: null,
    succeeded_at: null,
    failed_at: null,
    failure: null,
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

export function find(db: Reading, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByProvider(db: Reading, providerId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
}

export function listOf(db: Reading, intentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('intent_id', '=', intentId).orderBy('id').execute()
}

/** How the provider tells it now. Its amount counts: all that is left may be less than was asked for. */
export async function note(
  tx: Writing,
  row: RefundRow,
  known: CardRefund,
  { now, nextLookAt }: { now: number; nextLookAt: number },
): Promise<RefundRow> {
  const before = {
    succeededAt: row.succeeded_at,
    failedAt: row.failed_at,
    needsActionAt: row.needs_action_at,
  }
  const { succeededAt, failedAt, needsActionAt } = momentsAfter(before, known.status, now)
  const change = {
    provider_id: known.id,
    amount_cents: known.amount,
    succeeded_at: succeededAt,
    failed_at: failedAt,
    needs_action_at: needsActionAt,
    failure: known.failure,
    next_look_at: nextLookAt,
  }
  await tx.updateTable('refunds').set(change).where('id', '=', row.id).execute()
  return { ...row, ...change }
}

export function statusOf({ succeeded_at, failed_at, needs_action_at }: RefundRow): RefundStatus {
  if (failed_at !== null) return 'failed'
  if (succeeded_at !== null) return 'succeeded'
  return needs_action_at === null ? 'pending' : 'needs_action'
}

/** The next time it is asked for under another key. */
export async function startAttempt(tx: Writing, { id, attempt }: RefundRow): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/** It turned out to be needless before the provider had it. */
export async function forget(tx: Writing, id: string): Promise<void> {
  await tx.deleteFrom('refunds').where('id', '=', id).where('provider_id', 'is', null).execute()
}

/** Those that are not through and due for a look, the longest due first. */
export function listDue(db: Reading, now: number, limit: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('succeeded_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(limit)
    .execute()
}

/** True for the one who looks after it now: of several processes only one does. */
export async function claim(tx: Writing, { id, next_look_at }: RefundRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ next_look_at: until })
    .where('id', '=', id)
    .where('next_look_at', '=', next_look_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Refunds that did not arrive, and for which no later one has made up. */
export function listFailed(db: Reading, intentId?: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('failed_at', 'is not', null)
    .$if(intentId !== undefined, query => query.where('intent_id', '=', intentId ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as later')
            .select('later.id')
            .whereRef('later.intent_id', '=', 'refunds.intent_id')
            .where('later.failed_at', 'is', null)
            .whereRef('later.id', '>', 'refunds.id')
            .whereRef('later.amount_cents', '>=', 'refunds.amount_cents'),
        ),
      ),
    )
    .orderBy('failed_at', 'desc')
    .limit(200)
    .execute()
}

export function listNeedingAction(db: Reading): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('needs_action_at', 'is not', null)
    .orderBy('needs_action_at', 'desc')
    .limit(200)
    .execute()
}

export async function countDue(db: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('succeeded_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
