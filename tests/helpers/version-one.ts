import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'
import { statementsOf } from '../../src/server/db/migrate.ts'
import type { EngineName } from './databases.ts'

const versionOne = ['0100_shop', '0101_by-engine']

/** The statements of 1.0's own scripts that name one of these. */
function statementsAbout(engine: EngineName, names: RegExp): string[] {
  const folder = new URL('../../src/server/db/migrations/', import.meta.url)
  return ['0100_shop.sql', `0101_by-engine.${engine}.sql`].flatMap(file =>
    statementsOf(readFileSync(new URL(file, folder), 'utf8')).filter(statement => names.test(statement)),
  )
}

const keptSums =
  /\b(sales|recent_sales|recent_sales_starts|scarce_items|items_in_stock|note_scarcity|note_in_stock|bookings_by_payment)\b/

const searchTriggers =
  /\b(name_words|item_pictures|fold|words_of|write_item_text|note_user_name|note_profile_name|items_gone|bookings_numbered)\b/

/** What each migration after 1.0 has made, to be taken away again. */
const madeSince: Readonly<Record<string, (engine: EngineName) => readonly string[]>> = {
  '0102_change-log': engine =>
    engine === 'sqlite' ? ['drop table change_log', 'drop table backup_targets'] : [],
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
  '0111_order-search': engine => [
    ...(engine === 'sqlite' ? ['drop table order_search'] : []),
    'drop index bookings_text_due',
    ...(engine === 'sqlite' ? [] : ['drop index bookings_search']),
    'alter table bookings drop column search_text',
    "alter table bookings add column name_key text not null default ''",
    'create index bookings_by_name on bookings (name_key, created_at, number)',
  ],
  '0112_no-triggers': engine => [
    'drop index users_text_due',
    'alter table users drop column search_text',
    ...statementsAbout(engine, searchTriggers),
  ],
  '0107_number-gaps': () => ['drop table number_gaps'],
  '0108_picture-folders': () => ['drop table picture_folders'],
  '0106_unsubscribe-key': () => ['drop table unsubscribe_key'],
  '0106_audit-subjects': () => [
    'drop table audit_subjects',
    ...['kept_ms', 'unproven_n'].map(name => `alter table audit_chain drop column ${name}`),
  ],
  '0110_no-kept-sums': engine => [
    ...['bookings_by_payment', 'bookings_sold', 'refunds_succeeded'].map(name => `drop index ${name}`),
    ...statementsAbout(engine, keptSums),
    // Of 0105.
    'alter table sales add column disputes_cents bigint not null default 0',
  ],
}

/** Takes a database back to the tables of 1.0, with the rows that are in it. */
export const asVersionOne = (db: Database): Promise<void> =>
  db.write(async tx => {
    for (const undoing of Object.values(madeSince).toReversed())
      for (const statement of undoing(db.engine.name)) await sql.raw(statement).execute(tx)
    await tx.deleteFrom('migrations').execute()
    for (const stem of versionOne)
      await tx
        .insertInto('migrations')
        .values({ name: `${stem}.sql`, applied_at: 1 })
        .execute()
  })
