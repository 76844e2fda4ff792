import { mkdirSync } from 'node:fs'
import { noTracing } from '../../observability/tracing.ts'
import { databaseFile } from '../data-dir.ts'
import { makePrivateFile } from '../file-permissions.ts'
import { Database } from './database.ts'
import { refuseUnfitServer } from './postgres-requirements.ts'
import type { DatabaseSettings } from './snapshot.ts'
import { openSqlite } from './sqlite.ts'

/** PostgreSQL when an address is set, else the embedded file in the data folder. */
export async function openDatabase(
  settings: DatabaseSettings,
  onIdleError: (error: Error) => void,
  tracing = noTracing,
): Promise<Database> {
  if (settings.databaseUrl) {
    // Loaded only here: an embedded shop does not need the client.
    const { openPostgres } = await import('./postgres.ts')
    const pool = { size: settings.databasePoolSize }
    const db = new Database(openPostgres(settings.databaseUrl, onIdleError, pool), tracing)
    try {
      await refuseUnfitServer(db.read)
      return db
    } catch (error) {
      await db.close()
      throw error
    }
  }
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  const file = databaseFile(settings.dataDir)
  makePrivateFile(file)
  return new Database(openSqlite(file), tracing)
}
