import { type RawBuilder, sql } from 'kysely'
import type { Item } from '#contract/items.ts'
import { usualSort } from '#domain/search.ts'
import type { ItemRow, Reading } from '../../db/schema/tables.ts'
import {
  type FewItems,
  few,
  fewWithin,
  type ItemPage,
  type SortedPage,
  sortedEnd,
  sortedPage,
  within,
} from '../item-list.ts'
import { onSale, toItem } from '../items.ts'
import { type MatchOptions, type SearchEngine, type SearchWords, searchEngineOf } from './engines.ts'
import { correctTypos } from './fuzzy-match.ts'

/**
 * The items on sale that match all words (domain/search.ts), each as a prefix. Typos are corrected only if nothing is found
 * otherwise, so correct searches never wait for it.
 */
export async function search(db: Reading, words: readonly string[], page: ItemPage): Promise<Item[]> {
  const fewItems = await fewWithin(db, page)
  if (fewItems?.count === 0) return []
  const engine = searchEngineOf(db)
  const source = fewItems ? fromFew(engine, page, fewItems) : fromMatches(engine, page)
  const asTyped = words.map(word => [word])
  const found = await pageOfMatches(db, asTyped, page, source)
  if (found.length > 0) return found.map(toItem)
  const corrected = await correctTypos(db, words)
  return corrected ? (await pageOfMatches(db, corrected, page, source)).map(toItem) : []
}

/** The source of the matching items. Conditions can be appended. */
interface Source {
  items(query: string): RawBuilder<unknown>
  /** The same for many matches that are read in another order than by number. */
  many?(query: string): RawBuilder<unknown>
  number: RawBuilder<number>
}

const fromMatches = (engine: SearchEngine, page: ItemPage): Source => ({
  items: query => sql`select items.* from ${engine.finds(query, within(page))}`,
  many: query => sql`select items.* from ${engine.among(query, within(page))}`,
  number: engine.number,
})

/** Checks each of the few items. Otherwise all matches of a frequent word would be scanned for those within the limits. */
const fromFew = (engine: SearchEngine, page: ItemPage, { start }: FewItems): Source => ({
  items: query => sql`${start} select items.* from few cross join items cross join item_texts
    where items.id = few.id and item_texts.item_id = items.id
      and ${engine.has(query)} and ${onSale} ${within(page) ?? sql``}`,
  number: sql`item_texts.number`,
})

async function pageOfMatches(
  db: Reading,
  searchWords: SearchWords,
  page: ItemPage,
  source: Source,
): Promise<ItemRow[]> {
  if ((page.sort ?? usualSort(true)) === 'relevance') return findBest(db, searchWords, page, source)
  const sorted = await sortedPage(db, page)
  return sorted ? findSorted(db, searchWords, sorted, source) : []
}

const all = ({ term, and, or }: SearchEngine, searchWords: SearchWords, how: MatchOptions): string =>
  searchWords.map(words => `(${words.map(word => term(word, how)).join(or)})`).join(and)

async function findSorted(
  db: Reading,
  searchWords: SearchWords,
  page: SortedPage,
  { items, many }: Source,
): Promise<ItemRow[]> {
  const engine = searchEngineOf(db)
  const query = all(engine, searchWords, {})
  const read = many && (await hasMany(db, query)) ? many : items
  const { rows } = await sql<ItemRow>`${read(query)} ${sortedEnd(page)}`.execute(db)
  return rows
}

async function hasMany(db: Reading, query: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${searchEngineOf(db).matches(query)}
    limit 1 offset ${few}`.execute(db)
  return rows.length > 0
}

/**
 * The match levels, best first: all words in the name, some, none; whole words before prefixes at each level. Each step
 * leaves out the matches of earlier ones.
 */
function steps(engine: SearchEngine, searchWords: SearchWords): string[] {
  const { and, or, not } = engine
  const prefixed = `(${all(engine, searchWords, {})})`
  const whole = `(${all(engine, searchWords, { isWhole: true })})`
  const named = `(${all(engine, searchWords, { inName: true })})`
  const wholeNamed = `(${all(engine, searchWords, { inName: true, isWhole: true })})`
  const someNamed = `(${all({ ...engine, and: or }, searchWords, { inName: true })})`
  const isOne = searchWords.length === 1
  return [
    wholeNamed,
    `${named}${not}${wholeNamed}`,
    // With a single word, 'some words in the name' equals 'all words'.
    ...(isOne
      ? []
      : [
          `(${whole}${and}${someNamed})${not}${named}`,
          `(${prefixed}${and}${someNamed})${not}(${named}${or}${whole})`,
        ]),
    `${whole}${not}${someNamed}`,
    `${prefixed}${not}(${someNamed}${or}${whole})`,
  ]
}

/** SQLite's driver sends every number as a float, which the full-text index does not accept. */
const integer = (number: number) => sql`cast(${number} as bigint)`

/** Best matches first; on a tie, older items first. Reads step by step until the page is full. */
async function findBest(
  db: Reading,
  searchWords: SearchWords,
  { after, limit }: ItemPage,
  { items, number }: Source,
): Promise<ItemRow[]> {
  const engine = searchEngineOf(db)
  const queries = steps(engine, searchWords)
  const start = after === undefined ? { step: 0, number: 0 } : await matchPosition(db, queries, after)
  const found: ItemRow[] = []
  if (!start) return found
  for (const [step, query] of queries.entries()) {
    if (step < start.step) continue
    const past = step === start.step ? start.number : 0
    const { rows } = await sql<ItemRow>`${items(query)} and ${number} > ${integer(past)}
      order by ${number} limit ${limit - found.length}`.execute(db)
    found.push(...rows)
    if (found.length === limit) return found
  }
  return found
}

/** The position of an item among the matches. Removed items have one; items that no longer match do not. */
async function matchPosition(
  db: Reading,
  queries: readonly string[],
  id: string,
): Promise<{ step: number; number: number } | undefined> {
  const engine = searchEngineOf(db)
  const item = await db.selectFrom('item_texts').select('number').where('item_id', '=', id).executeTakeFirst()
  if (!item) return undefined
  for (const [step, query] of queries.entries()) {
    const { rows } = await sql`select 1 from ${engine.matches(query)}
      and ${engine.number} = ${integer(item.number)}`.execute(db)
    if (rows.length > 0) return { step, number: item.number }
  }
  return undefined
}
