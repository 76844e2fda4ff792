import { DataRefused } from '../data-dir.ts'
import type { Engine } from '../engine/database.ts'
import { migrationNames, stemOf } from './migrate.ts'
import { hasTable } from './table-rows.ts'
import type { Reading } from './tables.ts'

/** Those of these migrations, by file name or stem, that only a later version of the shop knows. */
export async function unknownAmong(engine: Engine['name'], names: readonly string[]): Promise<string[]> {
  const known = new Set((await migrationNames(engine)).map(stemOf))
  return names.filter(name => !known.has(stemOf(name)))
}

async function laterNames(db: Reading, engine: Engine['name']): Promise<string[]> {
  if (!(await hasTable(db, 'migrations'))) return []
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return unknownAmong(
    engine,
    rows.map(({ name }) => name),
  )
}

export const laterStems = async (db: Reading, engine: Engine['name']): Promise<string[]> =>
  (await laterNames(db, engine)).map(stemOf)

/** '0102_gifts.from-0101.sql' promises that programs which know 0101 can work with the data after it. */
const oldestSupported = (name: string): number =>
  Number(/\.from-(\d{4})\./.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)

/** Stops an older program on the data of a newer one, unless the migration promises that it works. */
export async function refuseLaterVersion(db: Reading, engine: Engine['name']): Promise<void> {
  const last = Number.parseInt((await migrationNames(engine)).at(-1) ?? '', 10)
  const closed = (await laterNames(db, engine)).filter(name => oldestSupported(name) > last)
  if (closed.length > 0)
    throw new DataRefused(
      `The data was made by a later version of the shop (${closed.map(stemOf).join(', ')}), and this one cannot use it. Update the program, or restore a backup of this version: npm run shop -- restore FILE --replace`,
    )
}

/** Stops a command of an older program that would copy or remove only the tables it knows. */
export async function refusePartOfData(db: Reading, engine: Engine['name']): Promise<void> {
  const later = await laterStems(db, engine)
  if (later.length > 0)
    throw new DataRefused(
      `The data was made by a later version of the shop (${later.join(', ')}), and this one does not know all of it. Use the command of the later version.`,
    )
}
