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
import { noPreviousShop, notEmpty, type PreviousShop, previousShopIn } from './previous-shop.ts'

/** The new database is built beside the old one and takes its name when it is complete. */
export async function intoFolder<Restored>(
  { dataDir }: DatabaseSettings,
  replace: boolean,
  build: (file: string, previous: PreviousShop) => Promise<Restored>,
): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const claim = claimFolder(dataDir)
  try {
    const [old, fresh] = [databaseFile(dataDir), unfinishedFile(dataDir)]
    if (existsSync(old) && !replace && !(await isEmptyFile(old))) throw notEmpty(dataDir)
    const previous = existsSync(old) ? await previousShopAt(old) : noPreviousShop
    for (const ending of ['', '-wal', '-shm']) await rm(fresh + ending, { force: true })
    makePrivateFile(fresh)
    const restored = await build(fresh, previous)
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

/** Returns nothing for a damaged file. */
async function previousShopAt(file: string): Promise<PreviousShop> {
  try {
    const db = new Database(openSqlite(file))
    return await previousShopIn(db.read).finally(() => db.close())
  } catch (error) {
    if (isDamaged(error)) return noPreviousShop
    throw error
  }
}

/**
 * SQLite would apply the write-ahead log of a killed shop to the new database. Another journal mode merges and removes
 * it, which works only while no other program has the file open. A damaged file is renamed together with its log.
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
