import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '#domain/currency.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { countOpen } from './payments.ts'

/** The same number in another currency, rounded to what cards can be charged, and at least that. */
function converted(column: string, from: Currency, to: Currency): RawBuilder<number> {
  const [wasOne, isOne, step] = [10 ** from.decimals, 10 ** to.decimals, 10 ** (to.decimals - to.places)]
  // In whole numbers: half a step is added before the division rounds down.
  const steps = sql<number>`(${sql.ref(column)} * ${sql.lit(2 * isOne)} + ${sql.lit(wasOne * step)}) / ${sql.lit(2 * wasOne * step)}`
  return sql`case when ${steps} < 1 then ${sql.lit(step)} else ${steps} * ${sql.lit(step)} end`
}

export async function convertItems(tx: Writing, from: Currency, to: Currency): Promise<void> {
  tx.catalogueChanged()
  await tx
    .updateTable('items')
    .set(({ eb }) => ({
      price_minor: converted('price_minor', from, to),
      version: eb('version', '+', 1),
    }))
    .execute()
}

/** Of removed orders, which admins and their customers can still read. */
export async function convertRemovedOrders(tx: Writing, from: Currency, to: Currency): Promise<void> {
  const unitPrice = converted('unit_price_minor', from, to)
  await tx
    .updateTable('orders')
    .set({
      unit_price_minor: unitPrice,
      total_minor: sql`(${unitPrice}) * quantity`,
    })
    .where('removed_at', 'is not', null)
    .execute()
}

/** Whether there is an order that was not removed, or a payment that may still bring money. */
export async function hasOrders(db: Reading): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return order !== undefined || (await countOpen(db)) > 0
}

/** Whether money has ever come. */
export async function hasMoney(db: Reading): Promise<boolean> {
  const first = (table: 'payments' | 'unmatched_payments') =>
    db.selectFrom(table).select('intent_id').limit(1)
  const payment = await first('payments').where('succeeded_at', 'is not', null).executeTakeFirst()
  return (payment ?? (await first('unmatched_payments').executeTakeFirst())) !== undefined
}
