import type { Reading, WelcomeLinkRow, Writing } from '../db/schema/tables.ts'

export async function add(tx: Writing, link: WelcomeLinkRow): Promise<void> {
  await tx.insertInto('welcome_links').values(link).execute()
}

export async function isValid(db: Reading, secretHash: string, now: number): Promise<boolean> {
  const link = await db
    .selectFrom('welcome_links')
    .select('secret_hash')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}
