import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isTaken } from './faults.ts'

/** So large a file is made anew within a second; visitors wait for that. A larger one is made anew before a start. */
const mostBytes = 64 * 2 ** 20

export const isQuicklyCleaned = (file: string): boolean => statSync(file).size <= mostBytes

/**
 * Makes the database file anew from what is in it, and empties its log. What was deleted is overwritten at once
 * (secure_delete), but copies that SQLite has made while it moved rows between pages are not. False when somebody is
 * writing right now.
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
