import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import { emptyDatabase } from '../../../../tests/helpers/databases.ts'
import { onBothEngines, openShopAt } from '../../../../tests/helpers/shop.ts'
import type { OpenTransaction } from './connection.ts'

const left = async (call: (to: { url: string }) => Promise<{ json(): unknown }>, id: string) =>
  ((await call({ url: `/api/items/${id}` })).json() as { availableQuantity: number }).availableQuantity

/** Fails if the caches are dropped before the commit: a request in between caches the old response as the new one. */
onBothEngines('a read during a commit does not cache the old data as the new', async shop => {
  const item = await shop.item({ availableQuantity: 10 })
  const ann = await shop.customer()
  const { engine } = shop.deps.db
  const begin = engine.begin.bind(engine)
  let seen: number | undefined
  engine.begin = async () => {
    const open: OpenTransaction = await begin()
    const commit = open.commit.bind(open)
    open.commit = async () => {
      seen = await left(shop.call, item._id)
      await commit()
    }
    return open
  }
  assert.equal((await ann.order(item, 3)).statusCode, 201)
  assert.equal(seen, 10)
  assert.equal(await left(shop.call, item._id), 7)
})

/** With synchronous = NORMAL a power loss would lose acknowledged orders. */
test('an embedded shop waits for the disk on every commit', async () => {
  const database = await emptyDatabase('sqlite')
  const shop = await openShopAt(database, 'sqlite')
  const { rows } = await shop.deps.db.write(tx =>
    sql<{ synchronous: number }>`pragma synchronous`.execute(tx),
  )
  assert.deepEqual(rows, [{ synchronous: 2 }])
  const { rows: modes } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(shop.deps.db.read)
  assert.deepEqual(modes, [{ journal_mode: 'wal' }])
  await shop.close()
  await database.remove()
})

/** Fails if the driver converts the last row id to a JavaScript number: a shop with many items cannot delete. */
test('a row can be written whose id exceeds the range of a JavaScript number', async () => {
  const database = await emptyDatabase('sqlite')
  const shop = await openShopAt(database, 'sqlite')
  const rowid = sql.lit(2 ** 53 + 2)
  await shop.deps.db.write(tx =>
    sql`insert into item_search (rowid, name) values (${rowid}, 'a')`.execute(tx),
  )
  const gone = await shop.deps.db.write(tx => sql`delete from item_search where rowid = ${rowid}`.execute(tx))
  assert.equal(gone.numAffectedRows, 1n)
  await shop.close()
  await database.remove()
})

/**
 * After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error. Fails if that counts as a commit: the
 * buyer would get a confirmation of an order that does not exist.
 */
onBothEngines(
  'a transaction that ignores a failed statement is committed completely or refused',
  async shop => {
    const { db } = shop.deps
    const item = await shop.item({ name: 'Before' })
    const ignoresFailure = db.write(async tx => {
      tx.catalogueChanged()
      await tx.updateTable('items').set({ name: 'After' }).where('id', '=', item._id).execute()
      await sql`insert into items (id) values (${item._id})`.execute(tx).catch(() => undefined)
    })
    const acknowledged = await ignoresFailure.then(
      () => true,
      () => false,
    )
    const { name } = await db.read.selectFrom('items').select('name').executeTakeFirstOrThrow()
    assert.equal(name, acknowledged ? 'After' : 'Before')
    assert.equal(acknowledged, shop.engine === 'sqlite')
    assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().name, name)
  },
)
