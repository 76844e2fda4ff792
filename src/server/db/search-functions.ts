import type { DatabaseSync } from 'node:sqlite'
import { fold, wordsOf } from '#domain/search.ts'

/** What SQLite's triggers call (migrations/0101): without it no item and no user can be written. */
export function addSearchFunctions(database: DatabaseSync): void {
  database.function('fold', { deterministic: true }, text => fold(String(text)))
  database.function('words_of', { deterministic: true }, text => wordsOf(String(text)).join(' '))
}
