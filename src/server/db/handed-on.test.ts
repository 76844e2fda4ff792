import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { clearAfterwards, type Handed, takeDatabase } from '../../../tests/helpers/handed-on.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { Database } from './database.ts'

clearAfterwards()

const run = ({ engine }: Handed, statement: string) =>
  new Database(engine).write(tx => sql.raw(statement).execute(tx))

/** Everything that stands in a database, table by table. */
async function contentsOf({ engine }: Handed): Promise<unknown[]> {
  const { rows } = await sql`
    select tablename, query_to_xml(format('select * from %I', tablename), false, false, '')::text as rows
    from pg_tables where schemaname = 'public' order by tablename`.execute(engine.reader)
  return rows
}

test('a database that was sold in is empty for the next test, and counts from the beginning', async () => {
  const first = await takeDatabase()
  const atFirst = await contentsOf(first)
  const place = { environment: { DATA_DIR: '', DATABASE_URL: first.url }, remove: async () => undefined }
  const shop = await openShopAt(place, 'postgres')
  const ordering = async () => {
    const customer = await shop.customer()
    return (await customer.order(await shop.item())).json<{ number: string }>().number
  }
  const number = await ordering()
  assert.notEqual(await ordering(), number)
  assert.notDeepEqual(await contentsOf(first), atFirst)
  await shop.close()
  await first.giveBack()

  const second = await takeDatabase()
  assert.equal(second.url, first.url)
  assert.deepEqual(await contentsOf(second), atFirst)
  const again = await openShopAt(place, 'postgres')
  const customer = await again.customer()
  assert.equal((await customer.order(await again.item())).json<{ number: string }>().number, number)
  await again.close()
  await second.giveBack()
})

test('a database is not handed on when more than its rows were changed', async () => {
  for (const change of [
    'create table more (id int)',
    'alter table items disable trigger all',
    'alter table items add column more int',
    'analyze migrations',
    'insert into migrations (name, applied_at) select n::text, 0 from generate_series(1, 3000) n',
  ]) {
    const first = await takeDatabase()
    await run(first, change)
    await first.giveBack()
    const second = await takeDatabase()
    assert.notEqual(second.url, first.url, change)
    await second.giveBack()
  }
})

test('whoever comes too late finds no database of another test', async () => {
  const first = await takeDatabase()
  await first.engine.close()
  await assert.rejects(run(first, 'delete from items'), /over/)
  await first.giveBack()
})
