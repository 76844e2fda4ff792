import { existsSync } from 'node:fs'
import { databaseFile, FolderRefused } from './claim.ts'
import type { Engine } from './database.ts'
import { openSqliteSnapshot } from './sqlite.ts'
import type { Reading } from './tables.ts'

export interface DatabaseSettings {
  dataDir: string
  databaseUrl: string | undefined
}

/**
 * Everything as it was at one moment, while others go on writing: neither engine makes them wait for it. On
 * PostgreSQL that is one REPEATABLE READ transaction, on SQLite one read of the write-ahead log.
 */
export async function withSnapshot<T>(
  { dataDir, databaseUrl }: DatabaseSettings,
  work: (db: Reading, engine: Engine['name']) => Promise<T>,
): Promise<T> {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    const engine = openPostgres(databaseUrl, () => undefined)
    try {
      const turn = await engine.begin('isolation level repeatable read, read only')
      return await work(turn.tx, 'postgres').finally(() => turn.rollback())
    } finally {
      await engine.close()
    }
  }
  const file = databaseFile(dataDir)
  if (!existsSync(file)) throw new FolderRefused(`There is no shop in ${dataDir}.`)
  const snapshot = openSqliteSnapshot(file)
  try {
    return await work(snapshot.reader, 'sqlite')
  } finally {
    snapshot.close()
  }
}
