import { sql } from 'kysely'
import { applicationName } from './postgres-pool.ts'
import type { Reading } from './tables.ts'

/** How many connections shops have open on this PostgreSQL database, this process's one not counted. */
export async function otherShops(db: Reading): Promise<number> {
  const { rows } = await sql<{ shops: number }>`
    select count(*) as shops from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()
  `.execute(db)
  return Number(rows[0]?.shops ?? 0)
}
