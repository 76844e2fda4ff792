import assert from 'node:assert/strict'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { fold, itemSorts, searchWords, usualSort, wordsOf } from '#domain/search.ts'
import { mostForgiven, typosOf } from '#domain/typos.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { Random } from '../../../torture/random.ts'
import type { Database } from '../db/engine/database.ts'
import type { ItemRow } from '../db/schema/tables.ts'
import { type ItemPage, list } from './item-list.ts'
import * as items from './items.ts'
import { search } from './search/items.ts'

const vocabulary = [
  'a',
  'ab',
  'abc',
  'abd',
  'b',
  'ba',
  'bab',
  'c',
  'ca',
  'cab',
  'lamp',
  'lamps',
  'lumps',
  'rare',
]

/** Words with typos, unknown words, and operators of both engines' query languages. */
const typed = [
  ...vocabulary,
  'ra',
  'x',
  'lampp',
  'lmap',
  'rarre',
  'lapms',
  'NOT',
  'or',
  'name : "a"',
  "a'*",
  'a:*',
  '&|!',
]

/** Many items share words, prefixes, names and prices; some are no longer on sale. */
async function fill(db: Database): Promise<ItemRow[]> {
  const random = new Random(1)
  const words = (most: number) =>
    random.shuffled(vocabulary.slice(0, -1)).slice(0, random.between(1, most)).join(' ')
  const ids = Array.from({ length: 120 }, () => newId()).sort()
  const rows = ids.map((id, index) => ({
    id,
    name: index % 50 === 49 ? 'Rare' : words(2),
    description: words(4),
    price_minor: random.between(1, 9),
    photo_url: '/x.webp',
    must_quantity: random.between(1, 2),
    stocked_quantity: 1,
    created_at: 0,
  }))
  const some = () => rows.filter(() => random.chance(0.1)).map(({ id }) => id)
  const [removed, hidden] = [some(), some()]
  await db.write(async tx => {
    for (const row of rows) await items.insert(tx, row)
    for (const id of removed) await items.remove(tx, id, 1)
    await tx.updateTable('items').set({ hidden_at: 1 }).where('id', 'in', hidden).execute()
  })
  return db.read.selectFrom('items').selectAll().orderBy('id').execute()
}

const taken = new Map<string, string[]>()

/** Each text is split once, because the test compares every item many times. */
function wordsIn(text: string): string[] {
  const words = taken.get(text) ?? wordsOf(text)
  taken.set(text, words)
  return words
}

const isOnSale = (row: ItemRow) => row.removed_at === null && row.hidden_at === null
const textOf = ({ name, description }: ItemRow) => `${name} ${description}`

type SearchWords = readonly (readonly string[])[]

/** How many of the words a text contains, as prefixes or as whole words. */
const has = (text: string, sought: SearchWords, isWhole = false) =>
  sought.filter(spellings =>
    wordsIn(text).some(own => spellings.some(word => (isWhole ? own === word : own.startsWith(word)))),
  ).length

function meant(rows: readonly ItemRow[], words: readonly string[]): SearchWords {
  const known = new Set(rows.filter(isOnSale).flatMap(row => wordsIn(textOf(row))))
  const isKnown = (word: string) => [...known].some(own => own.startsWith(word))
  const canCorrect = words.filter(word => !isKnown(word)).length <= mostForgiven
  return words.map(word => (isKnown(word) ? [word] : canCorrect ? typosOf(word).filter(isKnown) : []))
}

/** Lower is better. */
function rank({ name, description }: ItemRow, sought: SearchWords): number {
  const text = `${name} ${description}`
  if (has(name, sought) === sought.length) return has(name, sought, true) === sought.length ? 0 : 1
  return (has(name, sought) > 0 ? 2 : 4) + (has(text, sought, true) === sought.length ? 0 : 1)
}

/** The expected list, computed by comparing every item. */
function expected(rows: readonly ItemRow[], words: readonly string[], page: ItemPage): string[] {
  const { sort, after, limit, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY, isInStock } = page
  const isWithin = ({ price_minor, available_quantity, must_quantity }: ItemRow) =>
    price_minor >= minPrice && price_minor <= maxPrice && (!isInStock || available_quantity >= must_quantity)
  const sought = meant(rows, words)
  const isFound = (row: ItemRow) => has(textOf(row), sought) === sought.length
  const isSearch = words.length > 0
  const chosen = sort ?? usualSort(isSearch)
  const order = chosen === 'relevance' && !isSearch ? usualSort(false) : chosen
  const keys = { relevance: rank, name: (row: ItemRow) => fold(row.name), oldest: () => 0, newest: () => 0 }
  const keyOf = order === 'price' || order === '-price' ? (row: ItemRow) => row.price_minor : keys[order]
  const among = order === 'relevance' ? rows.filter(isFound) : rows
  const sorted = among.toSorted((a, b) => {
    const [left, right] = [keyOf(a, sought), keyOf(b, sought)]
    return left < right ? -1 : left > right ? 1 : a.id < b.id ? -1 : 1
  })
  if (order === 'newest' || order === '-price') sorted.reverse()
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0) return []
  return sorted
    .slice(from)
    .filter(row => isOnSale(row) && isFound(row) && isWithin(row))
    .slice(0, limit)
    .map(({ id }) => id)
}

onBothEngines('every search returns the same items in the same order as a full scan', async shop => {
  const { db } = shop.deps
  const rows = await fill(db)
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 60 }),
    after: fc.option(fc.constantFrom(...rows.map(({ id }) => id)), { nil: undefined }),
    sort: fc.option(fc.constantFrom(...itemSorts), { nil: undefined }),
    minPrice: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
    maxPrice: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
    isInStock: fc.boolean(),
  })
  const searched = fc
    .uniqueArray(fc.constantFrom(...typed), { maxLength: 3 })
    .map(texts => searchWords(texts.join(' ')))
  await fc.assert(
    fc.asyncProperty(searched, page, async (words, asked) => {
      const found = await (words.length > 0 ? search(db.read, words, asked) : list(db.read, asked))
      assert.deepEqual(
        found.map(({ _id }) => _id),
        expected(rows, words, asked),
      )
    }),
    { numRuns: 400 },
  )
})

/** The search text is passed inside of each engine's own query language. */
onBothEngines('search operators are treated as plain words', async shop => {
  await shop.item({ name: 'Oak Tray', description: "NOT a name : OR 'x':*" })
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(
      ...['"', "'", '*', ':', '(', ')', '^', '&', '|', '!', '<->', '\\', '-', '+', '{', 'NOT', 'NEAR'],
    ),
    fc.constantFrom('oak', 'name', 'tray'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces => {
      const text = pieces.join('')
      const words = searchWords(text)
      const { read } = shop.deps.db
      const page = { limit: 3, after: undefined }
      const found = await (words.length > 0 ? search(read, words, page) : list(read, page))
      const own = wordsOf("Oak Tray NOT a name : OR 'x':*")
      const isKnown = (word: string) => own.some(it => it.startsWith(word))
      const isMeant =
        words.every(word => [word, ...typosOf(word)].some(isKnown)) &&
        words.filter(word => !isKnown(word)).length <= mostForgiven
      assert.equal(found.length, isMeant ? 1 : 0, text)
    }),
    { numRuns: 150 },
  )
})
