import { sql } from 'kysely'
import { DataRefused } from './claim.ts'
import type { Reading } from './tables.ts'

/** The oldest PostgreSQL that its makers still mend. */
const oldest = 14

/** Stops before the first statement that an older server would not understand. */
export async function refuseOldServer(db: Reading): Promise<void> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  const version = Math.floor(Number(rows[0]?.version) / 10_000)
  if (version < oldest)
    throw new DataRefused(
      `PostgreSQL ${version} is too old: the shop needs ${oldest} or newer. Update the server, or use another one.`,
    )
}
