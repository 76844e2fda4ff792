import { v7 as newId } from 'uuid'
import { type CardRefund, momentsAfter, nextCheckAt, type RefundStatus } from '#domain/refund.ts'
import type { OrderRow, Reading, RefundRow, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'

/** Has no payment and no order if the shop knows neither. The reconciler checks it immediately by default. */
export type NewRefundRow = Pick<
  RefundRow,
  'payment_id' | 'order_id' | 'intent_id' | 'amount_minor' | 'reason'
> &
  Partial<RefundRow>

export async function add(tx: Writing, refund: NewRefundRow, now: number): Promise<RefundRow> {
  const row: RefundRow = {
    id: newId(),
    asked_by: null,
    note: null,
    restocked: 0,
    idempotency_key: null,
    attempt: 1,
    provider_id: null,
    created_at: now,
    next_look_at: now,
    needs_action_at: null,
    succeeded_at: null,
    failed_at: null,
    failure: null,
    ...refund,
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

export function find(db: Reading, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns several if one refund at the provider covers several orders. */
export function listByProvider(db: Reading, providerId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('provider_id', '=', providerId).orderBy('id').execute()
}

export function listOf(db: Reading, intentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('intent_id', '=', intentId).orderBy('id').execute()
}

/** The refunds of the payment that paid for the order, without those of its other payments. */
export function listOfOrder(
  db: Reading,
  { id, transaction_id }: Pick<OrderRow, 'id' | 'transaction_id'>,
): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', id)
    .where('intent_id', '=', transaction_id ?? '')
    .orderBy('id')
    .execute()
}

export function findByKey(db: Reading, userId: string, key: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('asked_by', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/**
 * Records the provider's state. If the refund is new, the provider's amount is used: a full refund may be less than was
 * requested.
 */
export async function record(
  tx: Writing,
  row: RefundRow,
  known: CardRefund,
  now: number,
): Promise<RefundRow> {
  const change = {
    ...momentsAfter(row, known.status, now),
    provider_id: known.id,
    amount_minor: row.provider_id === null ? known.amount : row.amount_minor,
    failure: known.failure,
    next_look_at: nextCheckAt(row, now),
  }
  await tx.updateTable('refunds').set(change).where('id', '=', row.id).execute()
  return { ...row, ...change }
}

export function statusOf({ succeeded_at, failed_at, needs_action_at }: RefundRow): RefundStatus {
  if (failed_at !== null) return 'failed'
  if (succeeded_at !== null) return 'succeeded'
  return needs_action_at === null ? 'pending' : 'needs_action'
}

/** The total of the refunds with one of these statuses. */
export const sumOf = (rows: readonly RefundRow[], ...statuses: RefundStatus[]): number =>
  rows.filter(row => statuses.includes(statusOf(row))).reduce((sum, row) => sum + row.amount_minor, 0)

/** Whether it failed before the provider accepted it. */
export const isCanceled = ({ failed_at, provider_id }: RefundRow): boolean =>
  failed_at !== null && provider_id === null

/** Starts a new attempt, which uses another idempotency key. */
export async function startAttempt(tx: Writing, { id, attempt }: RefundRow): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/** Changes the amount. The provider accepts another amount only with another idempotency key. */
export function setAmount(
  tx: Writing,
  { id, attempt }: RefundRow,
  amount: number,
): Promise<RefundRow | undefined> {
  return tx
    .updateTable('refunds')
    .set({ amount_minor: amount, attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('provider_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Removes an unnecessary refund that the provider has not received. */
export async function remove(tx: Writing, id: string): Promise<void> {
  await tx.deleteFrom('refunds').where('id', '=', id).where('provider_id', 'is', null).execute()
}

/** Undefined if the provider has made the refund in the meantime. */
export function cancel(
  tx: Writing,
  id: string,
  failure: string,
  now: number,
): Promise<RefundRow | undefined> {
  return tx
    .updateTable('refunds')
    .set({ failed_at: now, failure })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .where('failed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function setRestocked(tx: Writing, id: string, restocked: number): Promise<void> {
  await tx.updateTable('refunds').set({ restocked }).where('id', '=', id).execute()
}

/** Pending refunds that are due for a check, the longest due first. */
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

/** True for the one process that may check it now. */
export async function claim(tx: Writing, { id, next_look_at }: RefundRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ next_look_at: until })
    .where('id', '=', id)
    .where('next_look_at', '=', next_look_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const countDue = (db: Reading): Promise<number> =>
  countRows(db.selectFrom('refunds').where('succeeded_at', 'is', null).where('failed_at', 'is', null))
