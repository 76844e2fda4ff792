import { type Expression, type SqlBool, sql } from 'kysely'
import type { ItemRow, Reading } from '../db/tables.ts'
import { itemsOf, placeIn, type Stretch, stands } from './item-order.ts'

/** How far a search goes before it takes another way. */
export interface Effort {
  /** The beginning of at most so many words is taken as these words. */
  spellings: number
  /** Words are compared by where so many finds of each have come, oldest first. */
  few: number
  /** Fewer finds than this can all be gathered. */
  rare: number
  /** So many items are read in their order to see whether they have the words. */
  read: number
}

export const usualEffort: Effort = { spellings: 8, few: 100, rare: 2000, read: 4000 }

interface Sought {
  word: string
  /** The words that begin with it, unless there are too many of them. */
  spellings: string[] | undefined
  /** The item that makes a few finds of one of them. The later it comes, the rarer the word; none when it never does. */
  few: string | undefined
}

/**
 * The finds of one word stand in every order, so a page of them is read where it begins, with a look at the other
 * words for each: that costs the same in a small shop and in a large one. Only the finds of a beginning that many
 * words share have no order. When they are rare they are gathered and sorted; otherwise the items are read in their
 * order, which fills a page soon unless the finds are all elsewhere (docs/decisions/008).
 */
export async function search(
  db: Reading,
  words: readonly string[],
  stretch: Stretch,
  effort: Effort,
): Promise<ItemRow[]> {
  const sought = await Promise.all(words.map(word => lookUp(db, word, effort)))
  if (sought.some(({ spellings }) => spellings?.length === 0)) return []
  // Whole words are looked up faster than beginnings, so they come first.
  sought.sort((a, b) => Number(!a.spellings) - Number(!b.spellings))
  const { first, isRare } = await rarestOf(db, sought, effort.rare)
  if (!first) return []
  if (!first.spellings && !isRare) {
    const rows = await readItems(db, sought, stretch, effort.read)
    if (rows) return rows
  }
  const others = sought.filter(other => other !== first)
  return itemsOf(db, stretch)
    .selectAll()
    .where('id', 'in', findsOf(db, first, others, stretch))
    .execute()
}

/** No word goes on with the last of all characters. */
const endOf = (word: string): string => `${word}\u{10FFFF}`

/** Finds the different words with this beginning. Each step leaps over all finds of the last one. */
async function lookUp(db: Reading, word: string, { spellings: most, few }: Effort): Promise<Sought> {
  const { rows } = await sql<{ word: string; few: string | null }>`
    with recursive spelled (word) as (
      select min(word) from item_words where word >= ${word} and word < ${endOf(word)}
      union all
      select (select min(word) from item_words where word > spelled.word and word < ${endOf(word)})
      from spelled where spelled.word is not null
    )
    select word, (
      select item_id from item_words where item_words.word = spelled.word
      order by item_id limit 1 offset ${few}
    ) as few
    from spelled where word is not null limit ${most + 1}`.execute(db)
  const [earliest] = rows.flatMap(row => row.few ?? []).sort()
  return { word, spellings: rows.length > most ? undefined : rows.map(row => row.word), few: earliest }
}

const isOneOf = (column: string, { word, spellings }: Sought): Expression<SqlBool> =>
  spellings
    ? sql<SqlBool>`${sql.ref(column)} in (${sql.join(spellings)})`
    : sql<SqlBool>`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${endOf(word)}`

/** Later than every id. */
const never = '~'

/** The word to start from, and whether all its finds can be gathered. */
async function rarestOf(db: Reading, sought: readonly Sought[], rare: number) {
  const [whole] = sought
    .filter(({ spellings }) => spellings)
    .sort((a, b) => ((a.few ?? never) > (b.few ?? never) ? -1 : 1))
  if (whole && !whole.few) return { first: whole, isRare: true }
  const open = sought.filter(({ spellings }) => !spellings)
  const counts = await Promise.all(open.map(word => countFinds(db, word, rare)))
  const least = Math.min(...counts)
  const isRare = least < rare
  return { first: isRare || !whole ? open[counts.indexOf(least)] : whole, isRare }
}

async function countFinds(db: Reading, word: Sought, most: number): Promise<number> {
  const finds = db.selectFrom('item_words').select('item_id').where(isOneOf('word', word)).limit(most)
  const { count } = await db
    .selectFrom(finds.as('finds'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the item with this id has the words. */
const hasAll = (db: Reading, id: string, words: readonly Sought[]): Expression<SqlBool>[] =>
  words.map(word => {
    const finds = db
      .selectFrom('item_words as other')
      .select('other.word')
      .where(isOneOf('other.word', word))
      .where('other.item_id', '=', sql.ref<string>(id))
    return sql<SqlBool>`exists ${finds}`
  })

/** A page of what is found, starting from one word; of each of its spellings. */
function findsOf(db: Reading, first: Sought, others: readonly Sought[], { order, start, limit }: Stretch) {
  const columns = order.along.map(column => `found.${column}` as const)
  const page = (word: Sought) => {
    const finds = db
      .selectFrom('item_words as found')
      .select('found.item_id')
      .where(({ and }) => and([isOneOf('found.word', word), ...hasAll(db, 'found.item_id', others)]))
    const rest = start ? finds.where(stands(columns, order.past, start)) : finds
    // An item may have several words with the same beginning.
    const once = word.spellings ? rest : rest.groupBy(columns)
    const ordered = columns.reduce(
      (query, column) => query.orderBy(column, order.direction),
      once.limit(limit),
    )
    return db.selectFrom(ordered.as('page')).select('page.item_id')
  }
  const [one = first, ...more] = first.spellings?.map(word => ({ ...first, spellings: [word] })) ?? []
  return more.map(page).reduce((pages, next) => pages.unionAll(next), page(one))
}

/** The page of those that have the words, unless it takes more than so many items to fill it. */
async function readItems(
  db: Reading,
  sought: readonly Sought[],
  stretch: Stretch,
  most: number,
): Promise<ItemRow[] | undefined> {
  const { columns, upTo } = stretch.order
  const last = await itemsOf(db, { ...stretch, limit: 1 })
    .select(columns)
    .offset(most)
    .executeTakeFirst()
  const end = placeIn(stretch.order, last)
  const items = itemsOf(db, stretch)
    .selectAll()
    .where(({ and }) => and(hasAll(db, 'items.id', sought)))
  const rows = await (end ? items.where(stands(columns, upTo, end)) : items).execute()
  return end && rows.length < stretch.limit ? undefined : rows
}
