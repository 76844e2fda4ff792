import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { itemSorts, wordsOf } from '#domain/search.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { Random } from '../../../torture/random.ts'
import type { Database } from '../db/database.ts'
import type { ItemRow } from '../db/tables.ts'
import * as itemList from './item-list.ts'
import * as items from './items.ts'

const vocabulary = ['a', 'ab', 'abc', 'abd', 'b', 'ba', 'bab', 'c', 'ca', 'cab', 'rare']

/** Many items share words, beginnings, names and prices; some are off sale again. */
async function fill(db: Database): Promise<ItemRow[]> {
  const random = new Random(1)
  const words = (most: number) =>
    random.shuffled(vocabulary.slice(0, 10)).slice(0, random.between(1, most)).join(' ')
  const rows = Array.from({ length: 120 }, (_, index) => ({
    id: randomUUIDv7(),
    name: index % 50 === 49 ? 'Rare' : words(2),
    description: words(4),
    price_cents: random.between(1, 9),
    photo_url: '/x.webp',
    must_quantity: 1,
    stocked_quantity: 1,
    available_quantity: 1,
    created_at: 0,
    removed_at: null,
  }))
  const removed = new Set(rows.filter(() => random.chance(0.1)).map(({ id }) => id))
  await db.write(async tx => {
    for (const row of rows) await items.insert(tx, row)
    for (const id of removed) await items.remove(tx, id, 1)
  })
  return db.read.selectFrom('items').selectAll().orderBy('id').execute()
}

/** What a list must be, the long way: every item is looked at. */
function expected(
  rows: readonly ItemRow[],
  { sort = 'oldest', words = [], after, limit }: itemList.ItemPage,
) {
  const keyOf = (row: ItemRow) =>
    sort === 'name' ? (row.name_key ?? '') : sort.endsWith('price') ? row.price_cents : 0
  const upwards = (a: ItemRow, b: ItemRow) => {
    const [left, right] = keyOf(a) === keyOf(b) ? [a.id, b.id] : [keyOf(a), keyOf(b)]
    return left < right ? -1 : left > right ? 1 : 0
  }
  const sorted = rows.toSorted(upwards)
  if (sort === 'newest' || sort === '-price') sorted.reverse()
  const has = (row: ItemRow, word: string) =>
    wordsOf(`${row.name} ${row.description}`).some(own => own.startsWith(word))
  return sorted
    .slice(sorted.findIndex(({ id }) => id === after) + 1)
    .filter(row => row.removed_at === null && words.every(word => has(row, word)))
    .slice(0, limit)
    .map(({ id }) => id)
}

/** Whichever way a search takes, and however early it takes another. */
onBothEngines('every search finds what looking at every item finds, in the same order', async shop => {
  const { db } = shop.deps
  const rows = await fill(db)
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 60 }),
    after: fc.option(fc.constantFrom(...rows.map(({ id }) => id)), { nil: undefined }),
    sort: fc.constantFrom(...itemSorts),
    words: fc.uniqueArray(fc.constantFrom(...vocabulary, 'ra', 'x'), { maxLength: 3 }),
  })
  const effort = fc.record({
    spellings: fc.constantFrom(0, 2, 8),
    few: fc.constantFrom(0, 10, 100),
    rare: fc.constantFrom(1, 20, 2000),
    read: fc.constantFrom(0, 30, 4000),
  })
  await fc.assert(
    fc.asyncProperty(page, effort, async (asked, within) => {
      const found = await itemList.list(db.read, asked, within)
      assert.deepEqual(
        found.map(({ _id }) => _id),
        expected(rows, asked),
      )
    }),
    { numRuns: 400 },
  )
})
