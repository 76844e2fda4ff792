import type { Reading, Writing } from '../db/schema/tables.ts'

/** True if the event is new, false if it was received before. */
export async function note(tx: Writing, id: string, type: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_events')
    .values({ id, type, received_at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isKnown(db: Reading, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}
