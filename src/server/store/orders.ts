import type { Order } from '#contract/orders.ts'
import type { Page } from '#contract/shapes.ts'
import type { Caller } from '#domain/access.ts'
import { shopCurrency } from '#domain/currency.ts'
import { majorOf } from '#domain/money.ts'
import { keptAmountOf, stateOf } from '#domain/order.ts'
import { formatNumber } from '#domain/order-number.ts'
import { paidByOf } from '#domain/payment-method.ts'
import type { AnnouncedOrder } from '#domain/transfer.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { OrderRow, Reading, Writing } from '../db/schema/tables.ts'
import { end } from './newest-first.ts'
import { refundableOf } from './order-money.ts'

export const orderColumns = [
  'id',
  'number',
  'item_id',
  'item_name',
  'owner_name',
  'email',
  'mobile_number',
  'address',
  'quantity',
  'total_minor',
  'created_at',
  'held_until',
  'paid_at',
  'paid_minor',
  'paid_delivery_minor',
  'removed_at',
  'released_at',
  'sent_at',
  'carrier',
  'tracking',
  'transaction_id',
  'paid_method',
  'received_on',
  'transfer_until',
  'transfer_delivery_minor',
  'refunded_minor',
  'refunded_at',
  'refund_pending_minor',
  'refund_failed_at',
  'disputed_at',
  'refunds_blocked_at',
  'dispute_lost_minor',
  'payment_unmatched_at',
  'restocked_quantity',
] as const

export const toOrder = (row: Pick<OrderRow, (typeof orderColumns)[number]>): Order => ({
  _id: row.id,
  number: formatNumber(row.number),
  itemId: row.item_id,
  itemName: row.item_name,
  ownerName: row.owner_name,
  email: row.email,
  mobileNumber: row.mobile_number,
  address: row.address,
  quantity: row.quantity,
  totalPrice: majorOf(row.total_minor),
  state: stateOf(row),
  createdAt: new Date(row.created_at).toISOString(),
  heldUntil: new Date(row.held_until).toISOString(),
  paid: row.paid_at !== null,
  paidAt: isoOf(row.paid_at),
  paidAmount: row.paid_minor === null ? null : majorOf(row.paid_minor),
  paidDelivery: majorOf(row.paid_delivery_minor),
  sentAt: isoOf(row.sent_at),
  carrier: row.carrier,
  tracking: row.tracking,
  transactionId: row.transaction_id,
  paidBy: paidByOf(row) ?? null,
  transferUntil: isoOf(row.transfer_until),
  transferDelivery: row.transfer_delivery_minor === null ? null : majorOf(row.transfer_delivery_minor),
  refundedAmount: majorOf(row.refunded_minor),
  refundedAt: isoOf(row.refunded_at),
  refundPendingAmount: majorOf(row.refund_pending_minor),
  refundableAmount: majorOf(refundableOf(row)),
  refundFailedAt: isoOf(row.refund_failed_at),
  disputedAt: isoOf(row.disputed_at),
  refundsBlockedAt: isoOf(row.refunds_blocked_at),
  disputeLostAmount: majorOf(row.dispute_lost_minor),
  keptAmount: majorOf(keptAmountOf(row)),
  paymentUnmatchedAt: isoOf(row.payment_unmatched_at),
  restockedQuantity: row.restocked_quantity,
  currency: shopCurrency().code,
})

/** What the price of the order depends on (domain/price.ts). */
export const toPriced = (
  row: Pick<
    OrderRow,
    | 'item_name'
    | 'quantity'
    | 'total_minor'
    | 'paid_minor'
    | 'paid_delivery_minor'
    | 'transfer_delivery_minor'
  >,
): AnnouncedOrder => ({
  itemName: row.item_name,
  quantity: row.quantity,
  total: row.total_minor,
  paid: row.paid_minor,
  paidDelivery: row.paid_delivery_minor,
  toldDelivery: row.transfer_delivery_minor,
})

const isoOf = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString()

const newest = (db: Reading, before: string, limit: number) =>
  db
    .selectFrom('orders')
    .select(orderColumns)
    .where('removed_at', 'is', null)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)

const selectAll = prepared({ before: '', limit: 0 }, (db, { before, limit }) => newest(db, before, limit))

const selectOwn = prepared({ userId: '', before: '', limit: 0 }, (db, { userId, before, limit }) =>
  newest(db, before, limit).where('user_id', '=', userId),
)

/** All orders, or those of one user; newest first. */
export async function list(
  db: Reading,
  { limit, after: before = end }: Page,
  userId?: string,
): Promise<Order[]> {
  const { rows } = await (userId === undefined
    ? selectAll(db, { before, limit })
    : selectOwn(db, { userId, before, limit }))
  return rows.map(toOrder)
}

export function find(db: Reading, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findAll(db: Reading, ids: readonly string[]): Promise<OrderRow[]> {
  return db.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** The order if this user owns it. */
export function findOwned(db: Reading, id: string, userId: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The order if the caller may see it: admins see all orders. */
export const findFor = (db: Reading, { admin, userId }: Caller, id: string): Promise<OrderRow | undefined> =>
  admin ? find(db, id) : findOwned(db, id, userId)

export function findByKey(db: Reading, userId: string, key: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Locks the order until the transaction ends. */
export function lock(tx: Writing, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set(({ ref }) => ({ held_until: ref('held_until') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Locks several orders, always sorted by id to avoid deadlocks. */
export async function lockAll(tx: Writing, ids: readonly string[]): Promise<OrderRow[]> {
  const locked: OrderRow[] = []
  for (const id of ids.toSorted()) {
    const order = await lock(tx, id)
    if (order) locked.push(order)
  }
  return locked
}

/** Locks the order if this user owns it and it is not removed. */
export async function lockOwned(tx: Writing, id: string, userId: string): Promise<OrderRow | undefined> {
  const order = await lock(tx, id)
  return order?.user_id === userId && order.removed_at === null ? order : undefined
}

/** Returns the changed order: its price for one stays. */
export function setQuantity(tx: Writing, id: string, quantity: number): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set(({ eb }) => ({ quantity, total_minor: eb('unit_price_minor', '*', quantity) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the paid order. */
export function setPaid(
  tx: Writing,
  id: string,
  paid: Pick<
    OrderRow,
    'transaction_id' | 'paid_minor' | 'paid_delivery_minor' | 'paid_at' | 'paid_method' | 'received_on'
  >,
): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set({ ...paid, released_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setSent(
  tx: Writing,
  id: string,
  sent: Pick<OrderRow, 'sent_at' | 'carrier' | 'tracking'>,
): Promise<void> {
  await tx.updateTable('orders').set(sent).where('id', '=', id).execute()
}

export async function setRemoved(tx: Writing, id: string, now: number): Promise<void> {
  await tx.updateTable('orders').set({ removed_at: now }).where('id', '=', id).execute()
}

/** Records that this many more units were restocked. */
export async function addRestocked(tx: Writing, id: string, units: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set(({ eb }) => ({ restocked_quantity: eb('restocked_quantity', '+', units) }))
    .where('id', '=', id)
    .execute()
}
