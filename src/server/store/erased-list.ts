import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The ids of erased people, in a file beside the database. After a restore they are erased again, even if the old database is
 * damaged.
 */
const fileIn = (dataDir: string): string => join(dataDir, 'erased-accounts.txt')

export function recordErased(dataDir: string, userId: string): void {
  // A shop on PostgreSQL may not have created its data folder yet.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = openSync(fileIn(dataDir), 'a', 0o600)
  try {
    writeSync(file, `${userId}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export const listErased = (dataDir: string): string[] =>
  existsSync(fileIn(dataDir))
    ? readFileSync(fileIn(dataDir), 'utf8')
        .split('\n')
        .filter(line => line !== '')
    : []
