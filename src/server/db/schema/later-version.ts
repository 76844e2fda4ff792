import { DataRefused } from '../data-dir.ts'
import type { Engine } from '../engine/database.ts'
import { migrationNames, stemOf } from './migrate.ts'
import { hasTable } from './table-rows.ts'
import type { Reading } from './tables.ts'

/** Those of the given versions that this shop does not know: a later one has made them. */
export async function unknownStems(engine: Engine['name'], stems: readonly string[]): Promise<string[]> {
  const known = new Set((await migrationNames(engine)).map(stemOf))
  return stems.filter(stem => !known.has(stem))
}

/** The versions of this database that only a later program knows, by the names of their files. */
async function laterNames(db: Reading, engine: Engine['name']): Promise<string[]> {
  if (!(await hasTable(db, 'migrations'))) return []
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  const later = new Set(
    await unknownStems(
      engine,
      rows.map(({ name }) => stemOf(name)),
    ),
  )
  return rows.map(({ name }) => name).filter(name => later.has(stemOf(name)))
}

export const laterStems = async (db: Reading, engine: Engine['name']): Promise<string[]> =>
  (await laterNames(db, engine)).map(stemOf)

/**
 * '0102_gifts.from-0101.sql' promises that programs which know 0101 can work with the data after it, although they do
 * not know 0102 itself. Without a promise nobody can.
 */
const firstFor = (name: string): number =>
  Number(/\.from-(\d{4})\./.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)

/** Stops an older program before it touches what a newer one has made, unless that one has promised that it may. */
export async function refuseLaterVersion(db: Reading, engine: Engine['name']): Promise<void> {
  const last = Number.parseInt((await migrationNames(engine)).at(-1) ?? '', 10)
  const closed = (await laterNames(db, engine)).filter(name => firstFor(name) > last)
  if (closed.length > 0)
    throw new DataRefused(
      `The data was made by a later version of the shop (${closed.map(stemOf).join(', ')}), and this one cannot use it. Update the program, or restore a backup of this version: npm run shop -- restore FILE --replace`,
    )
}

/** Stops an older program that may work with the data, where it would copy or remove only what it knows of. */
export async function refusePartOfData(db: Reading, engine: Engine['name']): Promise<void> {
  const later = await laterStems(db, engine)
  if (later.length > 0)
    throw new DataRefused(
      `The data was made by a later version of the shop (${later.join(', ')}), and this one does not know all of it. Use the command of the later version.`,
    )
}
