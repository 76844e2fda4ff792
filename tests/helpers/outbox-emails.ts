import type { OutboxRow, Reading } from '../../src/server/db/schema/tables.ts'

/** All emails in the outbox, oldest first. */
export const allEmails = (db: Reading): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
