import type { OutboxRow, Reading } from '../../src/server/db/schema/tables.ts'

/** Everything in the outbox, in the order in which it was written. */
export const allEmails = (db: Reading): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
