import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { applicationName } from './engine/postgres-pool.ts'
import type { Reading } from './schema/tables.ts'

const graceMs = 2000

/** How many connections other shop processes have to this PostgreSQL database. A closed one can stay listed briefly. */
export async function otherShops(db: Reading): Promise<number> {
  const end = performance.now() + graceMs
  for (;;) {
    const shops = await connectionsOfOthers(db)
    if (shops === 0 || performance.now() > end) return shops
    await delay(50)
  }
}

async function connectionsOfOthers(db: Reading): Promise<number> {
  const { rows } = await sql<{ shops: number }>`
    select count(*) as shops from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()
  `.execute(db)
  return Number(rows[0]?.shops ?? 0)
}
