import { sql } from 'kysely'
import { isForgivable, typosOf } from '#domain/typos.ts'
import type { Reading } from '../db/tables.ts'
import { type Sought, searchEngineOf } from './search-engines.ts'

/** What is meant where nothing was found: each word that finds nothing by itself may have a typo. */
export async function meantBy(db: Reading, words: readonly string[]): Promise<Sought | undefined> {
  const sought: (readonly string[])[] = []
  for (const word of words) {
    const spellings = await spellingsOf(db, word)
    if (spellings.length === 0) return undefined
    sought.push(spellings)
  }
  return sought.some(([spelling], at) => spelling !== words[at]) ? sought : undefined
}

/** A word that finds something is meant as it is; otherwise the words from which it may have come. */
async function spellingsOf(db: Reading, word: string): Promise<readonly string[]> {
  const engine = searchEngineOf(db)
  const { rows } = await sql`select 1 from ${engine.finds(engine.term(word))} limit 1`.execute(db)
  if (rows.length > 0) return [word]
  if (!isForgivable(word)) return []
  const letters = Array.from(word)
  const beginnings = letters.map((_, at) => letters.slice(0, at + 1).join(''))
  const known = await knownOf(db, beginnings)
  return knownOf(db, typosOf(word, known.length))
}

/** Those that begin a word of some item. */
async function knownOf(db: Reading, words: readonly string[]): Promise<string[]> {
  const engine = searchEngineOf(db)
  const questions = new Map(words.map(word => [engine.term(word), word]))
  const { rows } = await engine.answered([...questions.keys()]).execute(db)
  return rows.flatMap(({ question }) => questions.get(question) ?? [])
}
