import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { claimFolder, databaseFile, unfinishedFile } from '../db/data-dir.ts'
import { Database } from '../db/engine/database.ts'
import { isDamaged } from '../db/engine/faults.ts'
import type { DatabaseSettings } from '../db/engine/snapshot.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { makePrivateFile } from '../db/file-permissions.ts'
import { isEmpty } from '../db/schema/table-rows.ts'
import { replaceFile } from '../files.ts'
import { Refused } from './archive.ts'
import { none, notEmpty, type Old, oldOf } from './previous-shop.ts'

/** The new database is built beside the old one and takes its name when it is whole. */
export async function intoFolder<Restored>(
  { dataDir }: DatabaseSettings,
  replace: boolean,
  build: (file: string, old: Old) => Promise<Restored>,
): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const claim = claimFolder(dataDir)
  try {
    const [old, fresh] = [databaseFile(dataDir), unfinishedFile(dataDir)]
    if (existsSync(old) && !replace && !(await isEmptyFile(old))) throw notEmpty(dataDir)
    const before = existsSync(old) ? await oldOfFile(old) : none
    for (const ending of ['', '-wal', '-shm']) await rm(fresh + ending, { force: true })
    makePrivateFile(fresh)
    const restored = await build(fresh, before)
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
