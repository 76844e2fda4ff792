import assert from 'node:assert/strict'
import { test } from 'vitest'
import { fold } from '#domain/search.ts'
import { grow } from '../../../../bench/grow-shop.ts'
import { engines, migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/engine/open-database.ts'
import { findUserIds } from './people.ts'

/** Fails if any search path omits, duplicates or misplaces a user. */
for (const engine of engines)
  test(`every search path returns the matching users, newest first [${engine}]`, async () => {
    const database = await migratedDatabase(engine)
    const settings = readConfig({ SHOP_MODE: 'live', ...database.environment })
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
      const meant = all
        .filter(({ email, name }) =>
          search.split(' ').every(part => fold(`${name} ${email}`).includes(fold(part))),
        )
        .map(({ id }) => id)
      const found: string[] = []
      for (let after: string | undefined; found.length < 60; after = found.at(-1)) {
        const page = await findUserIds(db.read, search, { limit: 5, after })
        found.push(...page)
        if (page.length === 0) break
      }
      assert.deepEqual(found, meant.slice(0, 60), search)
    }
    for (const { id, email } of all.slice(0, 40))
      assert.deepEqual(await findUserIds(db.read, email, { limit: 1, after: undefined }), [id])
    await db.close()
    await database.remove()
  })
