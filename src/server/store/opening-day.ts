import type { Reading, Writing } from '../db/schema/tables.ts'

/** Kept in the one row of `shop_mode`. */
export const read = (db: Reading) =>
  db
    .selectFrom('shop_mode')
    .select(['opening_hidden_at', 'webhook_heard_at', 'backup_at', 'backup_to'])
    .executeTakeFirstOrThrow()

export async function setHidden(tx: Writing, hiddenAt: number | null): Promise<void> {
  await tx.updateTable('shop_mode').set({ opening_hidden_at: hiddenAt }).execute()
}

/** A webhook of test keys says nothing about the live ones. Only the first one writes, so that webhooks do not wait for each other. */
export async function noteLiveWebhook(tx: Writing, now: number): Promise<void> {
  await tx
    .updateTable('shop_mode')
    .set({ webhook_heard_at: now })
    .where('webhook_heard_at', 'is', null)
    .execute()
}

export async function noteBackup(tx: Writing, to: string, now: number): Promise<void> {
  await tx.updateTable('shop_mode').set({ backup_at: now, backup_to: to }).execute()
}
