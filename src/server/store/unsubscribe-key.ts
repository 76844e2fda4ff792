import type { Writing } from '../db/schema/tables.ts'

/** The key for links that take alerts back: `made` where there is none yet. Of two that are made at once the first counts. */
export async function ensure(tx: Writing, made: string): Promise<string> {
  const row = await tx
    .insertInto('unsubscribe_key')
    .values({ id: 1, secret: made })
    // Written as it is, so that the one that is there is answered.
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ id: ref('unsubscribe_key.id') })),
    )
    .returning('secret')
    .executeTakeFirstOrThrow()
  return row.secret
}
