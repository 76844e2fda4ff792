import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTaken } from './engine/faults.ts'
import { makePrivateFile } from './file-permissions.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'shop.db')

/** Where a restore builds the new database. */
export const unfinishedFile = (dataDir: string): string => `${databaseFile(dataDir)}.restoring`

/** Why the data cannot be used: a sentence for the terminal. */
export class DataRefused extends Error {}

export interface Claim {
  release(): void
}

/**
 * Claims the data folder of an embedded shop for this process. The lock of the operating system, on an empty file that
 * SQLite opens, ends with the process.
 */
export function claimFolder(dataDir: string): Claim {
  const file = join(dataDir, 'shop.lock')
  makePrivateFile(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isTaken(error))
      throw new DataRefused(
        `Another process uses the data folder ${dataDir}: a shop, or a restore or move. One embedded database has one shop; stop that process first, or choose another DATA_DIR.`,
      )
    throw error
  }
  return { release: () => lock.close() }
}

/** Refuses a folder with an unfinished restore and no shop. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(unfinishedFile(dataDir)) && !existsSync(databaseFile(dataDir)))
    throw new DataRefused(
      `A restore into ${dataDir} was not finished. Run it again, or remove ${unfinishedFile(dataDir)} to start with an empty shop.`,
    )
}
