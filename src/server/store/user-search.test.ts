import assert from 'node:assert/strict'
import { test } from 'vitest'
import { composedEmail } from '#domain/email.ts'
import { searchWords, wordsOf } from '#domain/search.ts'
import { grow } from '../../../bench/grow/grow.ts'
import { engines, placeWithTables } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { findUserIds } from './user-search.ts'

/** Fails where one way of finding people leaves out, doubles or misplaces somebody. */
for (const engine of engines)
  test(`however people are found, they are those who were meant, newest first [${engine}]`, async () => {
    const place = await placeWithTables(engine)
    const settings = readConfig({ SHOP_MODE: 'live', ...place.environment })
    await grow(settings, { items: 5, users: 300, orders: 300, reviews: 1 })
    const db = await openDatabase(settings, () => undefined)
    await db.write(tx =>
      tx.updateTable('users').set({ removed_at: 1 }).where('email', 'like', '%6@%').execute(),
    )
    const all = await db.read
      .selectFrom('users')
      .leftJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['users.id', 'users.email'])
      .select(({ fn }) => fn.coalesce('profiles.name', 'users.display_name').as('name'))
      .where('users.removed_at', 'is', null)
      .orderBy('users.id', 'desc')
      .execute()
    const [one] = all
    assert.ok(one)
    const searches = [
      one.email,
      one.email.slice(0, -13),
      'CUSTOMER',
      'a',
      'ann',
      'ann b',
      'b ann',
      's v',
      '@',
      'zz',
    ]
    for (const search of searches) {
      const words = searchWords(search)
      const hasWords = (name: string) =>
        words.length > 0 && words.every(word => wordsOf(name).some(own => own.startsWith(word)))
      const meant = all
        .filter(({ email, name }) => email.startsWith(composedEmail(search)) || hasWords(name))
        .map(({ id }) => id)
      // All are gathered; names are, where the first word is rare; nobody is.
      for (const few of [1000, 20, 0]) {
        const found: string[] = []
        for (let after: string | undefined; found.length < 60; after = found.at(-1)) {
          const page = await findUserIds(db.read, search, { limit: 5, after }, few)
          found.push(...page)
          if (page.length === 0) break
        }
        assert.deepEqual(found, meant.slice(0, 60), `${search}, ${few}`)
      }
    }
    for (const { id, email } of all.slice(0, 40))
      assert.deepEqual(await findUserIds(db.read, email, { limit: 1, after: undefined }, 0), [id])
    await db.close()
    await place.remove()
  })
