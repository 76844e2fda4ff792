import { sql } from 'kysely'
import type { Reading } from '../db/schema/tables.ts'
import { auditFaults } from '../store/audit-chain.ts'
import { invoiceFaults } from './invoices.ts'
import { moneyFaults } from './money.ts'
import { reviewFaults } from './reviews.ts'

/** What must hold at every moment, told as sentences where it does not. */
export async function brokenInvariants(db: Reading, now = Date.now()): Promise<string[]> {
  return [
    ...(await stockFaults(db)),
    ...(await ledgerFaults(db)),
    ...(await moneyFaults(db)),
    ...(await invoiceFaults(db)),
    ...(await storyFaults(db)),
    ...(await reviewFaults(db)),
    ...(await auditFaults(db, now)),
  ]
}

/** free + held + sold = ever stocked, for every item. */
async function stockFaults(db: Reading): Promise<string[]> {
  const items = await db
    .selectFrom('items')
    .leftJoin('orders', join =>
      join
        .onRef('orders.item_id', '=', 'items.id')
        .on('orders.removed_at', 'is', null)
        .on('orders.released_at', 'is', null),
    )
    .select(['items.id', 'items.name', 'items.stocked_quantity', 'items.available_quantity'])
    .select(sql<number>`coalesce(sum(orders.quantity), 0)`.as('taken'))
    .groupBy(['items.id', 'items.name', 'items.stocked_quantity', 'items.available_quantity'])
    .execute()
  return items
    .filter(item => item.available_quantity + Number(item.taken) !== item.stocked_quantity)
    .map(
      item =>
        `${item.name} (${item.id}): ${item.available_quantity} free + ${item.taken} held or sold, but ${item.stocked_quantity} stocked`,
    )
}

/** What was ever stocked of an item is the sum of its ledger. */
async function ledgerFaults(db: Reading): Promise<string[]> {
  const sum = sql<number>`coalesce(sum(stock_changes.change), 0)`
  const items = await db
    .selectFrom('items')
    .leftJoin('stock_changes', 'stock_changes.item_id', 'items.id')
    .select(['items.id', 'items.name', 'items.stocked_quantity', sum.as('written')])
    .groupBy(['items.id', 'items.name', 'items.stocked_quantity'])
    .having(sum, '!=', ({ ref }) => ref('items.stocked_quantity'))
    .execute()
  return items.map(
    item =>
      `${item.name} (${item.id}): ${item.stocked_quantity} stocked, but the ledger adds up to ${item.written}`,
  )
}

/** An order is sent when the last that its timeline tells of sending says so. */
async function storyFaults(db: Reading): Promise<string[]> {
  const told = db
    .selectFrom('order_events')
    .select(({ fn }) => ['order_id', fn.max<number>('n').as('n')])
    .where('what', 'in', ['sent', 'unsent'])
    .groupBy('order_id')
  const orders = await db
    .selectFrom('orders')
    .leftJoin(told.as('told'), 'told.order_id', 'orders.id')
    .leftJoin('order_events as last', join =>
      join.onRef('last.order_id', '=', 'told.order_id').onRef('last.n', '=', 'told.n'),
    )
    .select(['orders.id', 'orders.sent_at', 'last.what'])
    .where(({ eb, or }) => or([eb('orders.sent_at', 'is not', null), eb('last.what', 'is not', null)]))
    .execute()
  return orders
    .filter(({ sent_at, what }) => (sent_at !== null) !== (what === 'sent'))
    .map(
      ({ id, sent_at }) =>
        `Order ${id} is ${sent_at === null ? 'not ' : ''}sent, but its timeline tells otherwise`,
    )
}
