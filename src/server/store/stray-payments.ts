import { sql } from 'kysely'
import type { Reading, StrayPaymentRow, Writing } from '../db/tables.ts'

/** True for the one who notes it first. */
export async function note(tx: Writing, row: StrayPaymentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stray_payments')
    .values(row)
    .onConflict(conflict => conflict.column('intent_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export function find(db: Reading, intentId: string): Promise<StrayPaymentRow | undefined> {
  return db.selectFrom('stray_payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** Those of which not all has gone back or is on its way. */
const unsettled = (db: Reading) =>
  db
    .selectFrom('stray_payments')
    .selectAll()
    .where('amount_cents', '>', ({ selectFrom }) =>
      selectFrom('refunds')
        .select(sql<number>`coalesce(sum(refunds.amount_cents), 0)`.as('given'))
        .whereRef('refunds.intent_id', '=', 'stray_payments.intent_id')
        .where('refunds.failed_at', 'is', null),
    )

export const listOpen = (db: Reading): Promise<StrayPaymentRow[]> =>
  unsettled(db).orderBy('charged_at', 'desc').limit(200).execute()

/** Noted, and all of it has gone back or is on its way. */
export async function isDealtWith(db: Reading, intentId: string): Promise<boolean> {
  if (!(await find(db, intentId))) return false
  return !(await unsettled(db).where('intent_id', '=', intentId).executeTakeFirst())
}
