import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isTaken } from './faults.ts'

/** VACUUM takes less than a second up to this size, while visitors wait. A larger file is cleaned before the next start. */
const maxBytes = 64 * 2 ** 20

export const isQuicklyCleaned = (file: string): boolean => statSync(file).size <= maxBytes

/**
 * Rebuilds the database file and empties its log. Deleted rows are overwritten immediately (secure_delete), but copies
 * that SQLite made when it moved rows between pages are not. Returns false when another connection is writing.
 */
export function cleanFile(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('VACUUM')
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  } finally {
    database.close()
  }
}
