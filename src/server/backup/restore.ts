import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { theShop } from '#domain/audit.ts'
import { claimFolder, databaseFile, unfinishedFile } from '../db/claim.ts'
import { Database } from '../db/database.ts'
import { endSignIns } from '../db/end-sign-ins.ts'
import { erasedIn } from '../db/erased-list.ts'
import { isDamaged } from '../db/faults.ts'
import { brokenInvariants } from '../db/invariants.ts'
import { unknownStems } from '../db/later-version.ts'
import { type Mode, rememberedMode } from '../db/mode.ts'
import { openDatabase } from '../db/open.ts'
import { otherShops } from '../db/other-shops.ts'
import { makePrivateFile } from '../db/private.ts'
import { hasTable, isEmpty } from '../db/rows.ts'
import type { DatabaseSettings } from '../db/snapshot.ts'
import { openSqlite } from '../db/sqlite.ts'
import type { Reading, Writing } from '../db/tables.ts'
import { replaceFile, sync, writeDurably } from '../files.ts'
import * as audit from '../store/audit.ts'
import * as erasures from '../store/erasures.ts'
import { checkArchive, type Manifest, picturesIn, Refused, rowsIn } from './archive.ts'
import { load } from './load.ts'

export interface Restored {
  manifest: Manifest
  /** Invariants that do not hold in the restored shop, as sentences. */
  broken: string[]
  mode: Mode | undefined
  /** How many accounts were erased after the backup, and therefore once more. */
  erasedAgain: number
}

/** Puts a backup in the place of what is there. Until its very end the old shop is untouched. */
export async function restoreBackup(
  settings: DatabaseSettings,
  path: string,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const manifest = await checkArchive(path)
  const unknown = await unknownStems(settings.databaseUrl ? 'postgres' : 'sqlite', manifest.migrations)
  if (unknown.length > 0)
    throw new Refused(`${path} was made by a later version of the shop (${unknown}). Update the shop first.`)
  const into = settings.databaseUrl ? intoPostgres : intoFolder
  return into(settings, replace, async (db, old) => {
    const mode = await restoreInto(db, settings.dataDir, path, { ...manifest, old: old.mode })
    const erased = [...new Set([...old.erased, ...erasedIn(settings.dataDir)])]
    return {
      manifest,
      mode,
      erasedAgain: await eraseAgain(db, erased, manifest.takenAt),
      broken: await brokenInvariants(db.read),
    }
  })
}

/** Pictures come first: their names are random and their bytes never change, so they are in nobody's way. */
async function restoreInto(
  db: Database,
  dataDir: string,
  path: string,
  { old, ...manifest }: Manifest & { old: Mode | undefined },
): Promise<Mode | undefined> {
  const folder = join(dataDir, 'images')
  if (manifest.pictures > 0) await mkdir(folder, { recursive: true, mode: 0o700 })
  for await (const { name, content } of picturesIn(path)) await writeDurably(join(folder, name), content)
  if (manifest.pictures > 0) await sync(folder)
  let mode: Mode | undefined
  const finish = async (tx: Writing) => {
    mode = await rememberedMode(tx)
    if (old === 'live' && mode === 'demo')
      throw new Refused(
        `${path} is the backup of a demo, and the shop here is live. Restore it elsewhere: choose another DATA_DIR or database.`,
      )
    // Those that were ended since the backup must not come back, and nobody can tell which they are.
    await endSignIns(tx)
  }
  await load(db, { ...manifest, rows: () => rowsIn(path), finish })
  return mode
}

/** What is known of the shop that was there before. */
interface Old {
  mode: Mode | undefined
  /** The ids of those who were erased in it. */
  erased: readonly string[]
}

const none: Old = { mode: undefined, erased: [] }

const oldOf = async (db: Reading): Promise<Old> => ({
  mode: await rememberedMode(db),
  erased: (await hasTable(db, 'erasures')) ? await erasures.listIds(db) : [],
})

/** Who was erased since the backup was taken must not come back with it. Answers how many. */
const eraseAgain = (db: Database, ids: readonly string[], takenAt: string): Promise<number> =>
  db.write(
    async tx => {
      let count = 0
      for (const id of ids) if (await erasures.erase(tx, id, Date.now())) count++
      await audit.note(tx, theShop, 'shop_restored', { takenAt, erasedAgain: count }, Date.now())
      return count
    },
    { patient: true },
  )

/** Fills an empty database in the place of an old one. */
type Fill = (db: Database, old: Old) => Promise<Restored>

const notEmpty = (where: string) =>
  new Refused(`There is a shop in ${where} already. With --replace the backup takes its place.`)

/** The new database is built beside the old one and takes its name when it is whole. */
async function intoFolder({ dataDir }: DatabaseSettings, replace: boolean, fill: Fill): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const claim = claimFolder(dataDir)
  try {
    const [old, fresh] = [databaseFile(dataDir), unfinishedFile(dataDir)]
    if (existsSync(old) && !replace && !(await isEmptyFile(old))) throw notEmpty(dataDir)
    const before = existsSync(old) ? await oldOfFile(old) : none
    for (const ending of ['', '-wal', '-shm']) await rm(fresh + ending, { force: true })
    makePrivateFile(fresh)
    const db = new Database(openSqlite(fresh))
    const restored = await fill(db, before).finally(() => db.close())
    if (existsSync(old)) await mergeLog(old)
    await replaceFile(fresh, old)
    return restored
  } finally {
    claim.release()
  }
}

async function isEmptyFile(file: string): Promise<boolean> {
  const db = new Database(openSqlite(file))
  return isEmpty(db.read).finally(() => db.close())
}

/** Of a damaged file nobody can tell. */
async function oldOfFile(file: string): Promise<Old> {
  try {
    const db = new Database(openSqlite(file))
    return await oldOf(db.read).finally(() => db.close())
  } catch (error) {
    if (isDamaged(error)) return none
    throw error
  }
}

/**
 * A write-ahead log that a killed shop has left would be taken for the new database's own. Leaving that mode
 * writes it back and removes it, and is possible only while nobody else has the file open. What is damaged beyond
 * that is put aside, log and all.
 */
async function mergeLog(file: string): Promise<void> {
  const database = new DatabaseSync(file, { timeout: 1000 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return
  } catch (error) {
    if (!isDamaged(error))
      throw new Refused(`Another program has ${file} open. Close it, then restore again.`, { cause: error })
  } finally {
    database.close()
  }
  for (const ending of ['-wal', '-shm', ''])
    if (existsSync(file + ending)) await rename(file + ending, `${file}.damaged${ending}`)
}

async function intoPostgres(settings: DatabaseSettings, replace: boolean, fill: Fill): Promise<Restored> {
  const db = await openDatabase(settings, () => undefined)
  try {
    if (!replace && !(await isEmpty(db.read))) throw notEmpty('this PostgreSQL database')
    const others = await otherShops(db.read)
    if (others > 0)
      throw new Refused(
        `A shop is running on this PostgreSQL database (${others} connections). Stop it first.`,
      )
    return await fill(db, await oldOf(db.read))
  } finally {
    await db.close()
  }
}
