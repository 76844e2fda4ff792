import { sql } from 'kysely'
import type { NoticesForm } from '#contract/notices.ts'
import type { ItemRow, OrderRow, Reading, UserRow, Writing } from '../db/schema/tables.ts'
import { paidIn } from './sales.ts'

export async function find(db: Reading, userId: string): Promise<NoticesForm> {
  const { order_notices, stock_notices } = await db
    .selectFrom('users')
    .select(['order_notices', 'stock_notices'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { orders: order_notices, lowStock: stock_notices === 1 }
}

/** An admin who already had hourly emails continues from the last one. For others they start now. */
export async function choose(tx: Writing, userId: string, wanted: NoticesForm, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      order_notices: wanted.orders,
      stock_notices: wanted.lowStock ? 1 : 0,
      told_until: sql<number>`case when order_notices = 'hourly' then told_until else ${now} end`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Until they choose otherwise, the first admin of a shop gets an email about each paid order. */
export const chooseForFirst = (tx: Writing, userId: string, now: number): Promise<void> =>
  choose(tx, userId, { orders: 'each', lowStock: false }, now)

interface NotifiedAdmin extends Pick<UserRow, 'id' | 'email'> {
  order_notices: NoticesForm['orders']
  stock_notices: number
}

const admins = (db: Reading) =>
  db.selectFrom('users').where('admin_since', 'is not', null).where('removed_at', 'is', null)

/** Admins who want an email as soon as an order is paid. */
export function listImmediate(db: Reading): Promise<NotifiedAdmin[]> {
  return admins(db)
    .select(['id', 'email', 'order_notices', 'stock_notices'])
    .where(({ eb, or }) => or([eb('order_notices', '=', 'each'), eb('stock_notices', '=', 1)]))
    .execute()
}

/** Admins whose last hourly email covers less than the time up to `until`. */
export function listHourly(db: Reading, until: number) {
  return admins(db)
    .select(['id', 'email', 'told_until'])
    .where('order_notices', '=', 'hourly')
    .where('told_until', '<', until)
    .execute()
}

/** Claims the hourly email of this admin for the time since `from`. False if another process has claimed it. */
export async function claimHourlyEmail(
  tx: Writing,
  userId: string,
  from: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ told_until: until })
    .where('id', '=', userId)
    .where('order_notices', '=', 'hourly')
    .where('told_until', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The first orders that were paid in this period, and the total number of them. */
export async function paidOrders(db: Reading, from: number, until: number, most: number) {
  const paid = db.selectFrom('orders').where(paidIn({ from, until }))
  const { count, minor } = await paid
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>('paid_minor'), sql.lit(0)).as('minor'),
    ])
    .executeTakeFirstOrThrow()
  const orders: OrderRow[] = await paid.selectAll().orderBy('paid_at').limit(most).execute()
  return { count: Number(count), minor: Number(minor), orders }
}

/**
 * Records whether an item is low in stock. Returns the item if it has just become low: admins are notified once, until there
 * is more stock again. Writes only then, because changing an item invalidates the shop's cached lists.
 */
export async function recordLowStock(
  tx: Writing,
  itemId: string,
  few: number,
  now: number,
): Promise<LowItem | undefined> {
  const item = await tx
    .selectFrom('items')
    .select(['id', 'name', 'available_quantity', 'low_since'])
    .where('id', '=', itemId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const isLow = item !== undefined && item.available_quantity < few
  if (!item || isLow === (item.low_since !== null)) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set({ low_since: isLow ? now : null })
    .where('id', '=', itemId)
    // Another process may record this at the same time.
    .where('low_since', isLow ? 'is' : 'is not', null)
    .executeTakeFirst()
  return isLow && numUpdatedRows === 1n ? item : undefined
}

export type LowItem = Pick<ItemRow, 'id' | 'name' | 'available_quantity'>
