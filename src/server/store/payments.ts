import { randomUUIDv7 } from 'node:crypto'
import type { PaymentRow, Reading, Writing } from '../db/tables.ts'

export function find(db: Reading, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIntent(db: Reading, intentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** The one payment of an order that may still succeed. */
export function findLive(db: Reading, bookingId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .executeTakeFirst()
}

export interface NewPayment {
  bookingId: string
  amount: number
  currency: string
  /** Where the buyer is. */
  address: string
  now: number
}

/** The live payment of an order, made now when there is none. The order's row is locked by the caller. */
export async function open(
  tx: Writing,
  { bookingId, amount, currency, address, now }: NewPayment,
): Promise<PaymentRow> {
  const live = await findLive(tx, bookingId)
  if (live) {
    await tx.updateTable('payments').set({ started_from: address }).where('id', '=', live.id).execute()
    return live
  }
  const { attempts } = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('attempts'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const row: PaymentRow = {
    id: randomUUIDv7(),
    booking_id: bookingId,
    attempt: attempts + 1,
    amount_cents: amount,
    currency,
    intent_id: null,
    created_at: now,
    checked_at: now,
    succeeded_at: null,
    canceled_at: null,
    refund_due_at: null,
    refund_reason: null,
    refunded_at: null,
    refund_id: null,
    started_from: address,
  }
  await tx.insertInto('payments').values(row).execute()
  return row
}

export async function noteIntent(tx: Writing, id: string, intentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute()
}

/** The money has come: kept, or due to go back for a reason. */
export async function markSucceeded(
  tx: Writing,
  id: string,
  now: number,
  refundReason?: string,
): Promise<void> {
  const refund = refundReason ? { refund_due_at: now, refund_reason: refundReason } : {}
  await tx
    .updateTable('payments')
    .set({ succeeded_at: now, checked_at: now, ...refund })
    .where('id', '=', id)
    .where('succeeded_at', 'is', null)
    .execute()
}

export async function markCanceled(tx: Writing, id: string, now: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ canceled_at: now, checked_at: now })
    .where('id', '=', id)
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .execute()
}

/** True for the one who notes it first. */
export async function markRefunded(tx: Writing, id: string, refundId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ refunded_at: now, refund_id: refundId })
    .where('id', '=', id)
    .where('refunded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markChecked(tx: Writing, id: string, now: number): Promise<void> {
  await tx.updateTable('payments').set({ checked_at: now }).where('id', '=', id).execute()
}

/** Live payments that nobody has asked the provider about since `before`, the longest unasked first. */
export function listUnchecked(db: Reading, before: number, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .where('checked_at', '<=', before)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}

export function listRefundsDue(db: Reading, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .orderBy('checked_at')
    .limit(limit)
    .execute()
}

export async function countOpen(db: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function countRefundsDue(db: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** True when this event is new; the same one again is not. */
export async function noteEvent(tx: Writing, id: string, type: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_events')
    .values({ id, type, received_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function knowsEvent(db: Reading, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}
