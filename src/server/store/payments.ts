import { randomUUIDv7 } from 'node:crypto'
import { customer } from '#domain/order-event.ts'
import type { PaymentRow, Reading, Writing } from '../db/tables.ts'
import * as timeline from './timeline.ts'

export function find(db: Reading, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIntent(db: Reading, intentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** The one payment of an order that may still succeed. */
export function findLive(db: Reading, orderId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', orderId)
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .executeTakeFirst()
}

export interface NewPayment {
  orderId: string
  amount: number
  currency: string
  /** Where the buyer is. */
  address: string
  now: number
}

/** The live payment of an order, made now when there is none. The order's row is locked by the caller. */
export async function open(
  tx: Writing,
  { orderId, amount, currency, address, now }: NewPayment,
): Promise<PaymentRow> {
  const live = await findLive(tx, orderId)
  if (live) {
    await tx.updateTable('payments').set({ started_from: address }).where('id', '=', live.id).execute()
    return live
  }
  const row = {
    ...(await newRow(tx, orderId, now)),
    amount_cents: amount,
    currency,
    started_from: address,
  }
  await tx.insertInto('payments').values(row).execute()
  await timeline.add(tx, orderId, { at: now, what: 'payment_opened', who: customer })
  return row
}

async function newRow(tx: Writing, orderId: string, now: number) {
  const { attempts } = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('attempts'))
    .where('booking_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return {
    id: randomUUIDv7(),
    booking_id: orderId,
    attempt: attempts + 1,
    intent_id: null,
    created_at: now,
    checked_at: now,
    succeeded_at: null,
    canceled_at: null,
    received_cents: null,
    kept_at: null,
    declines: 0,
    started_from: null,
  }
}

/**
 * Notes how the provider calls a payment. False when it is not live any more: then nobody may learn its secret. Only
 * what was noted can be paid, because the secret is handed out afterwards.
 */
export async function noteIntent(tx: Writing, id: string, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('intent_id', 'is', null), eb('intent_id', '=', intentId)]))
    .where('canceled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The provider tells of a payment of ours: whatever became of it here, that is its id. */
export async function setIntent(tx: Writing, id: string, intentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute()
}

/** Ends a payment that nobody can pay, because the provider's answer never arrived. False when it has arrived after all. */
export async function closeUnstarted(tx: Writing, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ canceled_at: now, checked_at: now })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .where('canceled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A payment that the provider knows and this database does not, as after restoring an older backup. */
export async function adopt(
  tx: Writing,
  payment: Pick<PaymentRow, 'id' | 'booking_id' | 'amount_cents' | 'currency' | 'intent_id'>,
  now: number,
): Promise<void> {
  const row = await newRow(tx, payment.booking_id, now)
  await tx
    .insertInto('payments')
    .values({ ...row, ...payment, canceled_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** So much money has come. */
export async function markSucceeded(tx: Writing, id: string, received: number, now: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ succeeded_at: now, received_cents: received, checked_at: now })
    .where('id', '=', id)
    .where('succeeded_at', 'is', null)
    .execute()
}

/** Its order is paid with it. */
export async function markKept(tx: Writing, id: string, now: number): Promise<void> {
  await tx.updateTable('payments').set({ kept_at: now }).where('id', '=', id).execute()
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

/** Notes that so many cards were declined for it; answers how many of them are news. */
export async function noteDeclines(tx: Writing, id: string, declines: number): Promise<number> {
  const before = await tx
    .updateTable('payments')
    .set(({ ref }) => ({ declines: ref('declines') }))
    .where('id', '=', id)
    .returning('declines')
    .executeTakeFirst()
  if (!before || before.declines >= declines) return 0
  await tx.updateTable('payments').set({ declines }).where('id', '=', id).execute()
  return declines - before.declines
}

/** True for the one who asks the provider about it now: of several processes only one does. */
export async function claimCheck(tx: Writing, { id, checked_at }: PaymentRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('checked_at', '=', checked_at)
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

/** The provider's ids of payments that were kept and made since then. */
export async function listKeptSince(db: Reading, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('kept_at', 'is not', null)
    .where('created_at', '>=', since)
    .execute()
  return rows.map(({ intent_id }) => intent_id ?? '')
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
