import { sql } from 'kysely'
import { DataRefused } from '../data-dir.ts'
import type { Reading } from '../schema/tables.ts'

/** The oldest PostgreSQL that still gets updates. */
const oldest = 14

interface Server {
  version: string
  encoding: string
  hasIcu: boolean
}

/** Refuses a server that cannot run the migrations. */
export async function refuseUnfitServer(db: Reading): Promise<void> {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num') as version, getdatabaseencoding() as encoding,
      exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu"`.execute(db)
  for (const server of rows) {
    const fault = faultOf(server)
    if (fault) throw new DataRefused(fault)
  }
}

/** Migration 0101 needs a collation of ICU. */
function faultOf({ version, encoding, hasIcu }: Server): string | undefined {
  const major = Math.floor(Number(version) / 10_000)
  if (major < oldest)
    return `PostgreSQL ${major} is too old: the shop needs ${oldest} or newer. Update the server, or use another one.`
  if (encoding !== 'UTF8')
    return `The PostgreSQL database keeps text as ${encoding}: the shop needs UTF8. Create it with: encoding 'UTF8' template template0`
  if (!hasIcu)
    return 'This PostgreSQL was built without ICU, which the shop needs for searching. Use another server.'
  return undefined
}
