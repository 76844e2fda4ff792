import { existsSync } from 'node:fs'
import { DataRefused, databaseFile } from '../data-dir.ts'
import { refuseLaterVersion } from '../schema/later-version.ts'
import { hasTable } from '../schema/table-rows.ts'
import type { Reading } from '../schema/tables.ts'
import type { Engine } from './database.ts'
import { refuseUnfitServer } from './postgres-requirements.ts'
import { openSqliteSnapshot } from './sqlite.ts'

export interface DatabaseSettings {
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize?: number
}

/** The location of the data in messages. Without the address, which may contain a password. */
export const dataLocation = ({ databaseUrl, dataDir }: DatabaseSettings): string =>
  databaseUrl ? 'this PostgreSQL database' : dataDir

export const noShop = (settings: DatabaseSettings): DataRefused =>
  new DataRefused(
    `There is no shop in ${dataLocation(settings)}. Check ${settings.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}.`,
  )

/**
 * Reads everything from one consistent snapshot without blocking writers: REPEATABLE READ, or one read transaction of
 * SQLite.
 */
export async function withSnapshot<T>(
  settings: DatabaseSettings,
  work: (db: Reading, engine: Engine['name']) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = settings
  const check = async (db: Reading, engine: Engine['name']): Promise<T> => {
    if (engine === 'postgres') await refuseUnfitServer(db)
    if (!(await hasTable(db, 'migrations'))) throw noShop(settings)
    await refuseLaterVersion(db, engine)
    return work(db, engine)
  }
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    const engine = openPostgres(databaseUrl, () => undefined)
    try {
      const open = await engine.begin({ mode: 'isolation level repeatable read, read only', patient: true })
      return await check(open.tx, 'postgres').finally(() => open.rollback())
    } finally {
      await engine.close()
    }
  }
  const file = databaseFile(dataDir)
  if (!existsSync(file)) throw noShop(settings)
  const snapshot = openSqliteSnapshot(file)
  try {
    return await check(snapshot.reader, 'sqlite')
  } finally {
    snapshot.close()
  }
}
