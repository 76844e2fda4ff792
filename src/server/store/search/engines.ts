import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../db/engine/connection.ts'
import type { Reading } from '../../db/schema/tables.ts'
import { onSale } from '../items.ts'

/** The words of a search, each with the spellings that count for it. */
export type Sought = readonly (readonly string[])[]

/** How a word is looked for: as the beginning of any word of an item, or more closely. */
export interface Closeness {
  isWhole?: boolean
  inName?: boolean
}

/** What differs between the two full-text searches: how a question is written, and where it is put. */
export interface SearchEngine {
  /** Words are letters and digits only (domain/search.ts), so nothing of a word is taken for an operator. */
  term(word: string, how?: Closeness): string
  and: string
  or: string
  not: string
  /** The number of an item, by which its finds are in order. */
  number: RawBuilder<number>
  /** What has the words, removed items too. Conditions can follow, as with the next two. */
  matches(question: string): RawBuilder<unknown>
  /** The texts of the items that have the words, gathered. */
  texts(question: string): RawBuilder<unknown>
  /** Whether the item of a row of item_texts has the words. */
  has(question: string): RawBuilder<boolean>
  /** The items on sale that have the words, gathered; `limits` are more conditions that items must meet. */
  finds(question: string, limits?: RawBuilder<unknown>): RawBuilder<unknown>
  /** The same where they are many: the items in the order of the statement, each with a look at its words. */
  among(question: string, limits?: RawBuilder<unknown>): RawBuilder<unknown>
  /** Which of these questions find anything. The answer is written as they are. */
  answered(questions: readonly string[]): RawBuilder<{ question: string }>
}

/** SQLite's FTS5. A cross join is carried out from left to right: what is found leads to the items. */
const fts5: SearchEngine = {
  term: (word, { isWhole, inName } = {}) => `${inName ? 'name : ' : ''}"${word}"${isWhole ? '' : ' *'}`,
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
  number: sql`item_search.rowid`,
  matches: question => sql`item_search where item_search match ${question}`,
  texts: question => sql`item_search
    cross join item_texts on item_texts.number = item_search.rowid where item_search match ${question}`,
  // The plus keeps SQLite from going through all finds for every item.
  has: question =>
    sql`+item_texts.number in (select rowid from item_search where item_search match ${question})`,
  finds: (question, limits = sql``) => sql`item_search
    cross join item_texts on item_texts.number = item_search.rowid
    cross join items on items.id = item_texts.item_id
    where item_search match ${question} and ${onSale} ${limits}`,
  among: (question, limits = sql``) => sql`items join item_texts on item_texts.item_id = items.id
    where ${fts5.has(question)} and ${onSale} ${limits}`,
  answered: questions => sql`select value as question from json_each(${JSON.stringify(questions)})
    where exists (select 1 from item_search where item_search match value)`,
}

const fenced = (limits: RawBuilder<unknown>) =>
  sql`join lateral (select * from items where items.id = item_texts.item_id ${limits} offset 0) as items on true`

/** PostgreSQL's tsvector. */
const tsvector: SearchEngine = {
  // Words of the name are there a second time, with a sign before them (search_words in db/schema/migrations/0101).
  term: (word, { isWhole, inName } = {}) => `'${inName ? '=' : ''}${word}'${isWhole ? '' : ':*'}`,
  and: ' & ',
  or: ' | ',
  not: ' & !',
  number: sql`item_texts.number`,
  matches: question => sql`item_texts where words @@ ${question}::tsquery`,
  texts: question => sql`item_texts where words @@ ${question}::tsquery`,
  has: question => sql`item_texts.words @@ ${question}::tsquery`,
  // By itself the planner knows only frequent words. It takes the others for less rare than they are, and goes
  // through all items for a page of them. In order of their numbers, a page needs no more items than it shows.
  // What limits the items is kept behind a fence: taken for rarer than it is, it would be gone through for all of them.
  finds: (question, limits) => sql`(
      with found as materialized (
        select number, item_id, name from item_texts where words @@ ${question}::tsquery
      ) select * from found order by number
    ) as item_texts ${limits ? fenced(limits) : sql`join items on items.id = item_texts.item_id`}
    where ${onSale}`,
  among: (question, limits = sql``) => sql`items join item_texts on item_texts.item_id = items.id
    where ${tsvector.has(question)} and ${onSale} ${limits}`,
  // Counted for the same reason.
  answered:
    questions => sql`select question from json_array_elements_text(${JSON.stringify(questions)}) as question
    where (select count(*) from item_texts where words @@ question::tsquery) > 0`,
}

export const searchEngineOf = (db: Reading): SearchEngine => (isPostgres(db) ? tsvector : fts5)
