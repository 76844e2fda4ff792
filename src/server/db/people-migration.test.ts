import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { emptyPlace, engines } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { list } from '../store/user-list.ts'
import { migrate, migrateTo } from './migrate.ts'
import { openDatabase } from './open.ts'

/** Fails where only profiles written from now on are found, or where nobody was ever seen. */
for (const engine of engines) {
  test(`people of a shop from before are found by name, and were seen when they signed in [${engine}]`, async () => {
    const place = await emptyPlace(engine)
    const db = await openDatabase(readConfig(place.environment), () => undefined)
    const names = await readdir(new URL('./migrations/', import.meta.url))
    const earlier = names.map(name => name.replace(/(\.\w+)?\.sql$/, '')).filter(stem => stem < '0018')
    await db.write(tx => migrateTo(tx, engine, earlier))
    const user = { email: 'ann@example.com', display_name: 'Ann', password_hash: null, created_at: 1 }
    const profile = { address: 'a', education: 'e', linkedin: 'l', mobile_number: '1', updated_at: 1 }
    await db.write(async tx => {
      await tx
        .insertInto('users')
        .values({ id: 'u1', ...user })
        .execute()
      await tx
        .insertInto('users')
        .values({ id: 'u2', ...user, email: 'bob@example.com' })
        .execute()
      await tx
        .insertInto('profiles')
        .values({ user_id: 'u1', name: 'Zoë Zoe  Quill-Öst', ...profile })
        .execute()
      for (const [token_hash, created_at] of [
        ['first', 1000],
        ['second', 5000],
      ] as const)
        await tx
          .insertInto('sessions')
          .values({ token_hash, user_id: 'u1', created_at, expires_at: 9e12 })
          .execute()
    })
    await migrate(db)
    for (const [search, seen] of [
      ['zoe', ['u1']],
      ['ost quill', ['u1']],
      // Bob, who has no profile, has signed up with this name.
      ['ann', ['u2', 'u1']],
    ] as const) {
      const found = await list(db.read, { limit: 5, after: undefined, search })
      assert.deepEqual(
        found.map(({ _id }) => _id),
        seen,
        search,
      )
    }
    const all = await list(db.read, { limit: 5, after: undefined })
    assert.deepEqual(
      all.map(({ _id, name, lastSeenAt }) => [_id, name, lastSeenAt]),
      [
        ['u2', 'Ann', null],
        ['u1', 'Zoë Zoe  Quill-Öst', new Date(5000).toISOString()],
      ],
    )
    await db.close()
    await place.remove()
  })
}
