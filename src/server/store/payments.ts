import { v7 as newId } from 'uuid'
import { customer } from '#domain/order-event.ts'
import type { Price } from '#domain/price.ts'
import type { PaymentRow, Reading, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'
import * as timeline from './timeline.ts'

export function find(db: Reading, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findByIntent(db: Reading, intentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** The order's only payment that can still succeed. */
export async function findLive(db: Reading, orderId: string): Promise<PaymentRow | undefined> {
  return (await listLive(db, [orderId]))[0]
}

/** The payments of these orders that can still succeed. */
export function listLive(db: Reading, orderIds: readonly string[]): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', query =>
      query
        .selectFrom('payment_orders')
        .select('payment_id')
        .where('order_id', 'in', orderIds)
        .where('ended_at', 'is', null),
    )
    .orderBy('id')
    .execute()
}

/** What a payment is for, and its amounts (domain/price.ts). */
export interface Charged {
  orderIds: readonly string[]
  price: Pick<Price, 'parts' | 'deliveries' | 'total'>
}

interface NewPayment extends Charged {
  currency: string
  /** The buyer's IP address. */
  address: string
  now: number
}

/** Opens a payment for orders that have no live payment. The caller has locked their rows. */
export async function open(tx: Writing, payment: NewPayment): Promise<PaymentRow> {
  const { currency, address, now } = payment
  const row = { ...newRow(payment, currency, now), id: newId(), started_from: address }
  await insert(tx, row, payment)
  for (const id of payment.orderIds)
    await timeline.add(tx, id, { at: now, what: 'payment_opened', who: customer })
  return row
}

/** The buyer continues from this IP address. */
export async function setAddress(tx: Writing, id: string, address: string): Promise<void> {
  await tx.updateTable('payments').set({ started_from: address }).where('id', '=', id).execute()
}

/** A payment that has just begun. */
export const newRow = ({ price }: Charged, currency: string, now: number) => ({
  amount_minor: price.total,
  currency,
  intent_id: null,
  created_at: now,
  checked_at: now,
  succeeded_at: null,
  canceled_at: null,
  received_minor: null,
  declines: 0,
  started_from: null,
  method: 'card' as const,
  noted_by: null,
  idempotency_key: null,
})

export async function insert(tx: Writing, row: PaymentRow, { orderIds, price }: Charged): Promise<void> {
  await tx.insertInto('payments').values(row).execute()
  await tx
    .insertInto('payment_orders')
    .values(
      orderIds.map((order_id, index) => ({
        payment_id: row.id,
        order_id,
        amount_minor: price.parts[index] ?? 0,
        delivery_minor: price.deliveries[index] ?? 0,
        ended_at: row.succeeded_at ?? row.canceled_at,
      })),
    )
    .execute()
}

/**
 * Records the provider's id of a payment. False if the payment is no longer live: its client secret must then stay secret.
 * The secret is handed out after this, so every payment that can be paid is recorded.
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

/** Records the provider's id of one of our payments, in any state. */
export async function setIntent(tx: Writing, id: string, intentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute()
}

/**
 * Ends a payment that cannot be paid because the provider's answer never arrived. False if the answer has arrived after all.
 */
export async function closeUnstarted(tx: Writing, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ canceled_at: now, checked_at: now })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .where('canceled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await releaseOrders(tx, id, now)
  return true
}

/** Frees the orders for another payment. */
async function releaseOrders(tx: Writing, id: string, now: number): Promise<void> {
  await tx
    .updateTable('payment_orders')
    .set({ ended_at: now })
    .where('payment_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Adds a payment that exists at the provider but not in this database, for example after restoring an older backup. */
export async function adopt(
  tx: Writing,
  { id, intentId, currency }: { id: string; intentId: string; currency: string },
  charged: Charged,
  now: number,
): Promise<void> {
  if (await find(tx, id)) return
  await insert(tx, { ...newRow(charged, currency, now), id, intent_id: intentId, canceled_at: now }, charged)
}

/** Records that the payment succeeded and the amount received. */
export async function markSucceeded(tx: Writing, id: string, received: number, now: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ succeeded_at: now, received_minor: received, checked_at: now })
    .where('id', '=', id)
    .where('succeeded_at', 'is', null)
    .execute()
  await releaseOrders(tx, id, now)
}

export async function markCanceled(tx: Writing, id: string, now: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ canceled_at: now, checked_at: now })
    .where('id', '=', id)
    .where('succeeded_at', 'is', null)
    .where('canceled_at', 'is', null)
    .execute()
  await releaseOrders(tx, id, now)
}

/** Records the number of declined cards. Returns how many of them are new. */
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

/** True for the one process that may query the provider about this payment now. */
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

/** Live payments not checked with the provider since `before`, longest unchecked first. */
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

/** The provider's ids of card payments made since then that paid for orders. */
export async function listPaidSince(db: Reading, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', join =>
      join
        .onRef('orders.id', '=', 'payment_orders.order_id')
        .onRef('orders.transaction_id', '=', 'payments.intent_id'),
    )
    .select('orders.transaction_id')
    .distinct()
    .where('payments.created_at', '>=', since)
    .where('payments.method', '=', 'card')
    .execute()
  return rows.map(({ transaction_id }) => transaction_id ?? '')
}

export const countOpen = (db: Reading): Promise<number> =>
  countRows(db.selectFrom('payments').where('succeeded_at', 'is', null).where('canceled_at', 'is', null))
