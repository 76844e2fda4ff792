import type { MailedLinkRow, Reading, Writing } from '../db/schema/tables.ts'

type Purpose = MailedLinkRow['purpose']

export async function add(tx: Writing, link: MailedLinkRow): Promise<void> {
  await tx.insertInto('mailed_links').values(link).execute()
}

/** Whether the link is still valid. */
export async function isValid(
  db: Reading,
  secretHash: string,
  purpose: Purpose,
  now: number,
): Promise<boolean> {
  const link = await db
    .selectFrom('mailed_links')
    .select('user_id')
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}

/** Uses up the link. Returns the user that it was sent to. */
export async function take(
  tx: Writing,
  secretHash: string,
  purpose: Purpose,
  now: number,
): Promise<string | undefined> {
  const link = await tx
    .deleteFrom('mailed_links')
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return link?.user_id
}
