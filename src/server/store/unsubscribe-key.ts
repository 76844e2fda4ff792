import type { Writing } from '../db/schema/tables.ts'

/**
 * The key for unsubscribe links. Stores `made` if there is none yet. If two processes create one at the same time, the first
 * one wins.
 */
export async function ensure(tx: Writing, made: string): Promise<string> {
  const row = await tx
    .insertInto('unsubscribe_key')
    .values({ id: 1, secret: made })
    // A no-op update, so that the statement returns the existing row.
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ id: ref('unsubscribe_key.id') })),
    )
    .returning('secret')
    .executeTakeFirstOrThrow()
  return row.secret
}
