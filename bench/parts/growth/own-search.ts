import { searchWords } from '#domain/search.ts'
import type { Engine } from '../../../src/server/db/engine/database.ts'
import type { Query } from './engine.ts'

/**
 * The simplest ranked search in each engine, as a yardstick for the shop's search. It uses the shop's index, so it has to change
 * with that.
 */
const statements: Record<Engine['name'], (words: string[], limit: number) => Query> = {
  sqlite: (words, limit) => ({
    text: `select items.* from item_search
      cross join item_texts on item_texts.number = item_search.rowid
      cross join items on items.id = item_texts.item_id
      where item_search match ? and items.removed_at is null order by rank limit ?`,
    parameters: [words.map(word => `"${word}" *`).join(' AND '), limit],
  }),
  postgres: (words, limit) => ({
    text: `select items.* from item_texts join items on items.id = item_texts.item_id
      where words @@ $1::tsquery and items.removed_at is null
      order by ts_rank(words, $1::tsquery) desc limit $2`,
    parameters: [words.map(word => `'${word}':*`).join(' & '), limit],
  }),
}

export const ownSearch = (engine: Engine['name'], text: string, limit: number): Query =>
  statements[engine](searchWords(text), limit)
