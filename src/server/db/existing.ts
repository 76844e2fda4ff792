import { existsSync } from 'node:fs'
import { DataRefused, databaseFile } from './claim.ts'
import type { Database } from './database.ts'
import { refuseLaterVersion } from './later-version.ts'
import { isUpToDate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { hasTable } from './rows.ts'
import { type DatabaseSettings, noShop, placeOf } from './snapshot.ts'

/** A shop that is there already, for a command. Nothing is made, and a mistyped address finds nothing. */
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

/** The same, beside a shop that may be running: its tables are left as they are. */
export async function openBeside(settings: DatabaseSettings): Promise<Database> {
  const db = await openExisting(settings)
  if (await isUpToDate(db.read, db.engine.name)) return db
  await db.close()
  throw new DataRefused(
    `The data in ${placeOf(settings)} was made by an earlier version. Start the shop once: it brings it up to date.`,
  )
}
