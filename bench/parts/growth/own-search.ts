import { searchWords } from '#domain/search.ts'
import type { Engine } from '../../../src/server/db/database.ts'
import type { Query } from './engine.ts'

const beginsWith = (first: string, second: string) =>
  `id in (select item_id from item_words where word >= ${first} and word < ${second})`

/**
 * How each engine searches by itself, as somebody would write it who has only the database: the shop's searches are
 * held against these. They follow the index that the shop has; when that changes, this is the place.
 */
const statements: Record<Engine['name'], (words: string[], limit: number) => Query> = {
  sqlite: (words, limit) => searchBy(words, limit, () => '?'),
  postgres: (words, limit) => searchBy(words, limit, number => `$${number}`),
}

function searchBy(words: string[], limit: number, place: (number: number) => string): Query {
  const conditions = words.map((_, at) => beginsWith(place(2 * at + 1), place(2 * at + 2)))
  return {
    text: `select * from items where removed_at is null and ${conditions.join(' and ')}
      order by id limit ${place(2 * words.length + 1)}`,
    parameters: [...words.flatMap(word => [word, `${word}\u{10FFFF}`]), limit],
  }
}

/** A search as the engine's own query. */
export const ownSearch = (engine: Engine['name'], text: string, limit: number): Query =>
  statements[engine](searchWords(text), limit)
