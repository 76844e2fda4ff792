import { existsSync } from 'node:fs'
import { brokenInvariants } from '../books/invariants.ts'
import { claimFolder, databaseFile } from '../db/data-dir.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { withSnapshot } from '../db/engine/snapshot.ts'
import { refusePartOfData } from '../db/schema/later-version.ts'
import { appliedStems } from '../db/schema/migrate.ts'
import { type DataTable, isEmpty, pagesOf, type Row, tablesOf } from '../db/schema/table-rows.ts'
import type { Reading } from '../db/schema/tables.ts'
import { Refused } from './archive.ts'
import { type Contents, contentsOf } from './contents.ts'
import { load } from './load-rows.ts'

export interface Moved {
  contents: Contents
  broken: string[]
}

/** Copies a stopped embedded shop into an empty PostgreSQL database. The original stays unchanged. */
export async function moveToPostgres(dataDir: string, databaseUrl: string): Promise<Moved> {
  if (!existsSync(databaseFile(dataDir)))
    throw new Refused(`There is no embedded shop in ${dataDir} to move.`)
  const claim = claimFolder(dataDir)
  try {
    return await withSnapshot({ dataDir, databaseUrl: undefined }, async (source, engine) => {
      await refusePartOfData(source, engine)
      return copy(source, dataDir, databaseUrl)
    })
  } finally {
    claim.release()
  }
}

async function copy(source: Reading, dataDir: string, databaseUrl: string): Promise<Moved> {
  const target = await openDatabase({ dataDir, databaseUrl }, () => undefined)
  try {
    if (!(await isEmpty(target.read)))
      throw new Refused('The PostgreSQL database holds a shop already. Choose an empty one.')
    const migrations = await appliedStems(source)
    const contents = await contentsOf(source)
    await load(target, { migrations, tables: contents, rows: () => rowsOf(source) })
    return { contents, broken: await brokenInvariants(target.read) }
  } finally {
    await target.close()
  }
}

async function* rowsOf(db: Reading): AsyncGenerator<[DataTable, Row[]]> {
  for (const found of await tablesOf(db))
    for await (const rows of pagesOf(db, found)) yield [found.table, rows]
}
