import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'
import type { EngineName } from './databases.ts'

/** What the version before finds on data that was taken over: it knows this number, so it can work with it. */
export const promise = 'from-0035'

/** What each migration after 1.0 has made, to be taken away again. */
const madeSinceOne: Readonly<Record<string, (engine: EngineName) => readonly string[]>> = {
  '0103_email-priority': () => [
    'drop index outbox_due',
    'alter table outbox drop column priority',
    'create index outbox_due on outbox (next_try_at) where sent_at is null and given_up_at is null',
  ],
  '0105_unmatched-and-disputes': () => [
    'drop table dispute_orders',
    'drop index disputes_lost',
    'alter table sales drop column disputes_cents',
    ...['refundable', 'withdrawn_cents', 'fee_cents'].map(name => `alter table disputes drop column ${name}`),
    'alter table stray_payments drop column order_ids',
    ...['payment_unmatched_at', 'refunds_blocked_at', 'dispute_lost_cents'].map(
      name => `alter table bookings drop column ${name}`,
    ),
  ],
  '0106_unsubscribe-key': () => ['drop table unsubscribe_key'],
  '0106_audit-subjects': engine => [
    engine === 'sqlite' ? 'drop trigger audit_log_about' : 'drop function note_audit_subjects cascade',
    'drop table audit_subjects',
    ...['kept_ms', 'unproven_n'].map(name => `alter table audit_chain drop column ${name}`),
  ],
}

/** As if these versions had made the tables: those of 1.0, which were the same before it. */
export const noteAs = (db: Database, stems: readonly string[]): Promise<void> =>
  db.write(async tx => {
    const noted = await tx.deleteFrom('migrations').returning('name').execute()
    for (const [stem, undoing] of Object.entries(madeSinceOne).toReversed())
      if (noted.some(({ name }) => name.startsWith(stem)))
        for (const statement of undoing(db.engine.name)) await sql.raw(statement).execute(tx)
    for (const stem of stems)
      await tx
        .insertInto('migrations')
        .values({ name: `${stem}.sql`, applied_at: 1 })
        .execute()
  })
