import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../db/engine/connection.ts'
import type { Reading } from '../../db/schema/tables.ts'
import { onSale } from '../items.ts'

/** The words of a search, each with its accepted spellings. */
export type SearchWords = readonly (readonly string[])[]

/** How a word must match: as a prefix of any word of an item, or more strictly. */
export interface MatchOptions {
  isWhole?: boolean
  inName?: boolean
}

/** The differences between the two full-text searches: query syntax and query location. */
export interface SearchEngine {
  /** Words contain only letters and digits (domain/search.ts), so no word can be an operator. */
  term(word: string, how?: MatchOptions): string
  and: string
  or: string
  not: string
  /** The item's number, by which matches are sorted. */
  number: RawBuilder<number>
  /** The matches, including removed items. Conditions can be appended, also to the next two. */
  matches(query: string): RawBuilder<unknown>
  /** The texts of the matching items, materialized. */
  texts(query: string): RawBuilder<unknown>
  /** Whether the item of an item_texts row matches. */
  has(query: string): RawBuilder<boolean>
  /** The matching items on sale, materialized; `limits` are further conditions on items. */
  finds(query: string, limits?: RawBuilder<unknown>): RawBuilder<unknown>
  /** The same for many matches: scans items in the order of the statement and checks each one. */
  among(query: string, limits?: RawBuilder<unknown>): RawBuilder<unknown>
  /** Which of these queries match anything, returned as written. */
  answered(queries: readonly string[]): RawBuilder<{ query: string }>
}

/** SQLite's FTS5. SQLite runs a cross join from left to right, so the matches lead to the items. */
const fts5: SearchEngine = {
  term: (word, { isWhole, inName } = {}) => `${inName ? 'name : ' : ''}"${word}"${isWhole ? '' : ' *'}`,
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
  number: sql`item_search.rowid`,
  matches: query => sql`item_search where item_search match ${query}`,
  texts: query => sql`item_search
    cross join item_texts on item_texts.number = item_search.rowid where item_search match ${query}`,
  // The unary plus keeps SQLite from scanning all matches for every item.
  has: query => sql`+item_texts.number in (select rowid from item_search where item_search match ${query})`,
  finds: (query, limits = sql``) => sql`item_search
    cross join item_texts on item_texts.number = item_search.rowid
    cross join items on items.id = item_texts.item_id
    where item_search match ${query} and ${onSale} ${limits}`,
  among: (query, limits = sql``) => sql`items join item_texts on item_texts.item_id = items.id
    where ${fts5.has(query)} and ${onSale} ${limits}`,
  answered: queries => sql`select value as query from json_each(${JSON.stringify(queries)})
    where exists (select 1 from item_search where item_search match value)`,
}

const fenced = (limits: RawBuilder<unknown>) =>
  sql`join lateral (select * from items where items.id = item_texts.item_id ${limits} offset 0) as items on true`

/** PostgreSQL's tsvector. */
const tsvector: SearchEngine = {
  // Words of the name are indexed a second time with a prefix character (search_words in db/schema/migrations/0101).
  term: (word, { isWhole, inName } = {}) => `'${inName ? '=' : ''}${word}'${isWhole ? '' : ':*'}`,
  and: ' & ',
  or: ' | ',
  not: ' & !',
  number: sql`item_texts.number`,
  matches: query => sql`item_texts where words @@ ${query}::tsquery`,
  texts: query => sql`item_texts where words @@ ${query}::tsquery`,
  has: query => sql`item_texts.words @@ ${query}::tsquery`,
  // The planner has statistics only for frequent words. It overestimates rare ones and scans all items for a page. Sorted by
  // number, a page needs no more items than it shows. The limits are behind an optimization fence: underestimated, they would
  // be scanned for every item.
  finds: (query, limits) => sql`(
      with found as materialized (
        select number, item_id, name from item_texts where words @@ ${query}::tsquery
      ) select * from found order by number
    ) as item_texts ${limits ? fenced(limits) : sql`join items on items.id = item_texts.item_id`}
    where ${onSale}`,
  among: (query, limits = sql``) => sql`items join item_texts on item_texts.item_id = items.id
    where ${tsvector.has(query)} and ${onSale} ${limits}`,
  // Uses a count for the same reason.
  answered: queries => sql`select query from json_array_elements_text(${JSON.stringify(queries)}) as query
    where (select count(*) from item_texts where words @@ query::tsquery) > 0`,
}

export const searchEngineOf = (db: Reading): SearchEngine => (isPostgres(db) ? tsvector : fts5)
