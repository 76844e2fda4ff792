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
  const led = await fewWithin(db, page)
  if (led?.count === 0) return []
  const engine = searchEngineOf(db)
  const source = led ? fromFew(engine, page, led) : fromMatches(engine, page)
  const asTyped = words.map(word => [word])
  const found = await pageOfMatches(db, asTyped, page, source)
  if (found.length > 0) return found.map(toItem)
  const meant = await correctTypos(db, words)
  return meant ? (await pageOfMatches(db, meant, page, source)).map(toItem) : []
}

/** The source of the matching items. Conditions can be appended. */
interface Source {
  items(question: string): RawBuilder<unknown>
  /** The same for many matches that are read in another order than by number. */
  many?(question: string): RawBuilder<unknown>
  number: RawBuilder<number>
}

const fromMatches = (engine: SearchEngine, page: ItemPage): Source => ({
  items: question => sql`select items.* from ${engine.finds(question, within(page))}`,
  many: question => sql`select items.* from ${engine.among(question, within(page))}`,
  number: engine.number,
})

/** Checks each of the few items. Otherwise all matches of a frequent word would be scanned for those within the limits. */
const fromFew = (engine: SearchEngine, page: ItemPage, { start }: FewItems): Source => ({
  items: question => sql`${start} select items.* from few cross join items cross join item_texts
    where items.id = few.id and item_texts.item_id = items.id
      and ${engine.has(question)} and ${onSale} ${within(page) ?? sql``}`,
  number: sql`item_texts.number`,
})

async function pageOfMatches(
  db: Reading,
  sought: SearchWords,
  page: ItemPage,
  source: Source,
): Promise<ItemRow[]> {
  if ((page.sort ?? usualSort(true)) === 'relevance') return findBest(db, sought, page, source)
  const sorted = await sortedPage(db, page)
  return sorted ? findSorted(db, sought, sorted, source) : []
}

const all = ({ term, and, or }: SearchEngine, sought: SearchWords, how: MatchOptions): string =>
  sought.map(words => `(${words.map(word => term(word, how)).join(or)})`).join(and)

async function findSorted(
  db: Reading,
  sought: SearchWords,
  page: SortedPage,
  { items, many }: Source,
): Promise<ItemRow[]> {
  const engine = searchEngineOf(db)
  const question = all(engine, sought, {})
  const read = many && (await hasMany(db, question)) ? many : items
  const { rows } = await sql<ItemRow>`${read(question)} ${sortedEnd(page)}`.execute(db)
  return rows
}

async function hasMany(db: Reading, question: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${searchEngineOf(db).matches(question)}
    limit 1 offset ${few}`.execute(db)
  return rows.length > 0
}

/**
 * The match levels, best first: all words in the name, some, none; whole words before prefixes at each level. Each step
 * leaves out the matches of earlier ones.
 */
function steps(engine: SearchEngine, sought: SearchWords): string[] {
  const { and, or, not } = engine
  const begun = `(${all(engine, sought, {})})`
  const whole = `(${all(engine, sought, { isWhole: true })})`
  const named = `(${all(engine, sought, { inName: true })})`
  const wholeNamed = `(${all(engine, sought, { inName: true, isWhole: true })})`
  const someNamed = `(${all({ ...engine, and: or }, sought, { inName: true })})`
  const isOne = sought.length === 1
  return [
    wholeNamed,
    `${named}${not}${wholeNamed}`,
    // With a single word, 'some words in the name' equals 'all words'.
    ...(isOne
      ? []
      : [
          `(${whole}${and}${someNamed})${not}${named}`,
          `(${begun}${and}${someNamed})${not}(${named}${or}${whole})`,
        ]),
    `${whole}${not}${someNamed}`,
    `${begun}${not}(${someNamed}${or}${whole})`,
  ]
}

/** SQLite's driver sends every number as a float, which the full-text index does not accept. */
const integer = (number: number) => sql`cast(${number} as bigint)`

/** Best matches first; on a tie, older items first. Reads step by step until the page is full. */
async function findBest(
  db: Reading,
  sought: SearchWords,
  { after, limit }: ItemPage,
  { items, number }: Source,
): Promise<ItemRow[]> {
  const engine = searchEngineOf(db)
  const questions = steps(engine, sought)
  const start = after === undefined ? { step: 0, number: 0 } : await matchPosition(db, questions, after)
  const found: ItemRow[] = []
  if (!start) return found
  for (const [step, question] of questions.entries()) {
    if (step < start.step) continue
    const past = step === start.step ? start.number : 0
    const { rows } = await sql<ItemRow>`${items(question)} and ${number} > ${integer(past)}
      order by ${number} limit ${limit - found.length}`.execute(db)
    found.push(...rows)
    if (found.length === limit) return found
  }
  return found
}

/** The position of an item among the matches. Removed items have one; items that no longer match do not. */
async function matchPosition(
  db: Reading,
  questions: readonly string[],
  id: string,
): Promise<{ step: number; number: number } | undefined> {
  const engine = searchEngineOf(db)
  const item = await db.selectFrom('item_texts').select('number').where('item_id', '=', id).executeTakeFirst()
  if (!item) return undefined
  for (const [step, question] of questions.entries()) {
    const { rows } = await sql`select 1 from ${engine.matches(question)}
      and ${engine.number} = ${integer(item.number)}`.execute(db)
    if (rows.length > 0) return { step, number: item.number }
  }
  return undefined
}
