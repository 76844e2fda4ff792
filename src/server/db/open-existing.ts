import { existsSync } from 'node:fs'
import { DataRefused, databaseFile } from './data-dir.ts'
import type { Database } from './engine/database.ts'
import { openDatabase } from './engine/open-database.ts'
import { type DatabaseSettings, dataLocation, noShop } from './engine/snapshot.ts'
import { refuseLaterVersion } from './schema/later-version.ts'
import { isUpToDate } from './schema/migrate.ts'
import { hasTable } from './schema/table-rows.ts'

/** Opens an existing shop for a command. A wrong address creates no database. */
export async function openExisting(settings: DatabaseSettings): Promise<Database> {
  if (!settings.databaseUrl && !existsSync(databaseFile(settings.dataDir))) throw noShop(settings)
  const db = await openDatabase(settings, () => undefined)
  try {
    if (!(await hasTable(db.read, 'migrations'))) throw noShop(settings)
    await refuseLaterVersion(db.read, db.engine.name)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The same while the shop may be running, so nothing is migrated. */
export async function openWhileRunning(settings: DatabaseSettings): Promise<Database> {
  const db = await openExisting(settings)
  if (await isUpToDate(db.read, db.engine.name)) return db
  await db.close()
  throw new DataRefused(
    `The data in ${dataLocation(settings)} was made by an earlier version. Start the shop once: it updates the data.`,
  )
}
