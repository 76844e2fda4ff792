import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../../src/server/db/database.ts'
import { migrateTo } from '../../src/server/db/migrate.ts'
import { list } from '../../src/server/store/item-list.ts'
import { search } from '../../src/server/store/item-search.ts'

const folder = new URL('../../src/server/db/migrations/', import.meta.url)

/** Two items as version 0014 kept them: with their sorted names, and their words in a table. */
export async function fillShopOfWords(db: Database): Promise<void> {
  const stems = (await readdir(folder)).map(file => file.split('.')[0] ?? '').filter(stem => stem < '0015')
  await db.write(async tx => {
    await migrateTo(tx, db.engine.name, stems)
    for (const [id, name] of [
      ['a', 'Zebra Tray'],
      ['b', 'Été Bowl'],
    ]) {
      await sql`insert into items (id, name, description, price_cents, photo_url, must_quantity, stocked_quantity,
          available_quantity, created_at, name_key)
        values (${id}, ${name}, 'Solid oak', 100, '/x.webp', 1, 1, 1, 0, ${name})`.execute(tx)
      await sql`insert into item_words (word, item_id, price_cents, name_key)
        values ('oak', ${id}, 100, ${name})`.execute(tx)
    }
  })
}

/** What is found there once it is up to date. */
export async function searchesOf({ read }: Database): Promise<string[][]> {
  const page = { limit: 9, after: undefined }
  const lists = [
    await search(read, ['zeb'], page),
    await search(read, ['ete', 'oak'], page),
    await list(read, { ...page, sort: 'name' }),
  ]
  return lists.map(items => items.map(({ name }) => name))
}

export const wantedSearches = [['Zebra Tray'], ['Été Bowl'], ['Été Bowl', 'Zebra Tray']]
