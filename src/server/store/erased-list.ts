import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The ids of those who were erased, in a file beside the database: a database that is damaged cannot be asked whom the
 * backup that takes its place must forget again.
 */
const fileIn = (dataDir: string): string => join(dataDir, 'erased-accounts.txt')

export function noteErased(dataDir: string, userId: string): void {
  // A shop on PostgreSQL may have had no use for its folder yet.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = openSync(fileIn(dataDir), 'a', 0o600)
  try {
    writeSync(file, `${userId}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export const erasedIn = (dataDir: string): string[] =>
  existsSync(fileIn(dataDir))
    ? readFileSync(fileIn(dataDir), 'utf8')
        .split('\n')
        .filter(line => line !== '')
    : []
