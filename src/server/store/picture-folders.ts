import type { Writing } from '../db/schema/tables.ts'

/** Records that a folder is in use. Returns whether another one has been used since the given moment. */
export async function note(
  tx: Writing,
  { id, seenAt, since }: { id: string; seenAt: number; since: number },
): Promise<boolean> {
  await tx
    .insertInto('picture_folders')
    .values({ id, seen_at: seenAt })
    .onConflict(row => row.column('id').doUpdateSet({ seen_at: seenAt }))
    .execute()
  const other = await tx
    .selectFrom('picture_folders')
    .select('id')
    .where('id', '!=', id)
    .where('seen_at', '>', since)
    .executeTakeFirst()
  return other !== undefined
}
