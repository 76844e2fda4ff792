import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTaken } from './engine/faults.ts'
import { makePrivateFile } from './file-permissions.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'shop.db')

/** Where a restore builds the new database, until it is whole. */
export const unfinishedFile = (dataDir: string): string => `${databaseFile(dataDir)}.restoring`

/** A sentence for the person at the terminal: the data cannot be used, and why. */
export class DataRefused extends Error {}

export interface Claim {
  release(): void
}

/**
 * Holds the data folder of an embedded shop for this process alone. The lock is the operating system's, on an
 * empty file that SQLite opens: it ends with the process, however that ends, and leaves nothing to clean up.
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

/** Stops a start on the remains of a restore: there was no shop before it, and it never became one. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(unfinishedFile(dataDir)) && !existsSync(databaseFile(dataDir)))
    throw new DataRefused(
      `A restore into ${dataDir} was not finished. Run it again, or remove ${unfinishedFile(dataDir)} to start with an empty shop.`,
    )
}
