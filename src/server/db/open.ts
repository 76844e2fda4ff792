import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

interface DatabaseSettings {
  dataDir: string
  databaseUrl: string | undefined
}

/** PostgreSQL when an address is set, else the embedded file in the data folder. */
export function openDatabase(settings: DatabaseSettings, onIdleError: (error: Error) => void): Database {
  if (settings.databaseUrl) return new Database(openPostgres(settings.databaseUrl, onIdleError))
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  return new Database(openSqlite(join(settings.dataDir, 'shop.db')))
}
