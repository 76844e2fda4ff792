import { sql } from 'kysely'
import { isForgivable, mostForgiven, mostSpellings, typosOf } from '#domain/typos.ts'
import type { Reading } from '../../db/schema/tables.ts'
import { type SearchWords, searchEngineOf } from './engines.ts'

/**
 * Corrects a search without results: a word that finds nothing by itself may have a typo. With too many such words nothing is
 * tried, so that nonsense does not keep the shop busy.
 */
export async function correctTypos(db: Reading, words: readonly string[]): Promise<SearchWords | undefined> {
  const unknown = new Set<string>()
  for (const word of words) if (!(await findsAny(db, word))) unknown.add(word)
  const canCorrect = unknown.size <= mostForgiven && [...unknown].every(isForgivable)
  if (unknown.size === 0 || !canCorrect) return undefined
  const searchWords: (readonly string[])[] = []
  for (const word of words) {
    const isKnown = !unknown.has(word)
    const spellings = isKnown ? [word] : await spellingsOf(db, word, mostSpellings / unknown.size)
    if (spellings.length === 0) return undefined
    searchWords.push(spellings)
  }
  return searchWords
}

async function findsAny(db: Reading, word: string): Promise<boolean> {
  const engine = searchEngineOf(db)
  const { rows } = await sql`select 1 from ${engine.finds(engine.term(word))} limit 1`.execute(db)
  return rows.length > 0
}

/** The known words that this one may be a misspelling of. */
async function spellingsOf(db: Reading, word: string, most: number): Promise<readonly string[]> {
  const letters = Array.from(word)
  const prefixes = letters.map((_, at) => letters.slice(0, at + 1).join(''))
  const known = await knownOf(db, prefixes)
  return knownOf(db, typosOf(word, known.length, most))
}

/** The words that are a prefix of an indexed word. */
async function knownOf(db: Reading, words: readonly string[]): Promise<string[]> {
  const engine = searchEngineOf(db)
  const queries = new Map(words.map(word => [engine.term(word), word]))
  const { rows } = await engine.answered([...queries.keys()]).execute(db)
  return rows.flatMap(({ query }) => queries.get(query) ?? [])
}
