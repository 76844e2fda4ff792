import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { sql } from 'kysely'
import { test } from 'vitest'
import { databaseAt, emptyPlace } from '../../../tests/helpers/databases.ts'
import { startPostgres } from '../../../tests/helpers/postgres.ts'
import { Database } from './database.ts'
import { Looks } from './looks.ts'
import { openPostgres } from './postgres.ts'

/** A database whose answers come when the test says so, and a clock that it sets. */
function looking() {
  const asked = new EventEmitter()
  const open: PromiseWithResolvers<string>[] = []
  const clock = { now: 0 }
  const look = () => {
    const one = Promise.withResolvers<string>()
    open.push(one)
    asked.emit('look')
    return one.promise
  }
  const looks = new Looks(look, () => clock.now)
  return {
    looks,
    clock,
    /** The next look is asked for and answered; `at` is when it was asked for. */
    async answer(state: string | Error) {
      if (open.length === 0) {
        looks.version()
        await once(asked, 'look')
      }
      const one = open.shift()
      if (state instanceof Error) one?.reject(state)
      else one?.resolve(state)
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}

/** Fails where each look makes everything old, as the clock alone did. */
test('as long as nobody commits, nothing that is kept gets old', async t => {
  const { looks, clock, answer } = looking()
  t.onTestFinished(() => looks.close())
  looks.version()
  await answer('1:1:')
  const before = looks.version()
  for (let turn = 0; turn < 3; turn++) {
    clock.now += 850
    await answer('1:1:')
    assert.equal(looks.version(), before)
  }
  await answer('2:2:')
  assert.ok(looks.version() > before)
})

/** Fails where a database that does not answer leaves everything as it was. */
test('where nobody could look for 0.9 s, everything may have changed', async t => {
  const { looks, clock, answer } = looking()
  t.onTestFinished(() => looks.close())
  looks.version()
  await answer('1:1:')
  const before = looks.version()
  clock.now = 600
  await answer(new Error('gone'))
  clock.now = 899
  assert.equal(looks.version(), before)
  clock.now = 901
  assert.ok(looks.version() > before)
})

/** Fails where a look counts from when it was answered: what was committed meanwhile is then seen too late. */
test('a slow look is as old as its question', async t => {
  const { looks, clock, answer } = looking()
  t.onTestFinished(() => looks.close())
  looks.version()
  await answer('1:1:')
  const before = looks.version()
  looks.version()
  clock.now = 800
  await answer('1:1:')
  clock.now = 1600
  assert.equal(looks.version(), before)
  clock.now = 1701
  assert.ok(looks.version() > before)
})

/** On a server of its own: the others' tests commit all the time. */
test('PostgreSQL says the same for as long as nobody commits, and something else afterwards', async t => {
  const server = await startPostgres()
  const db = new Database(openPostgres(databaseAt('postgres', server.url), () => undefined))
  t.onTestFinished(async () => {
    await db.close()
    await server.stop()
  })
  await db.write(tx => sql`create table notes (n int)`.execute(tx))
  const state = async () => {
    const { rows } = await sql<{ state: string }>`
      select pg_current_snapshot() || ' ' || pg_postmaster_start_time() as state`.execute(db.read)
    return rows[0]?.state
  }
  const first = await state()
  for (let reads = 0; reads < 5; reads++) await sql`select * from notes`.execute(db.read)
  // The shop's jobs do this every second.
  await db.write(tx => sql`update notes set n = 2 where n = 1`.execute(tx))
  assert.equal(await state(), first)
  const open = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const writing = db.write(async tx => {
    await sql`insert into notes values (1)`.execute(tx)
    written.resolve()
    await open.promise
  })
  await written.promise
  const before = await state()
  open.resolve()
  await writing
  assert.notEqual(await state(), before, 'a commit is seen, however long ago it was begun')
})

/** Fails without looks and without the clock: what others change without a word is then never seen. */
test('a change that nobody tells of is seen all the same', async t => {
  const place = await emptyPlace('postgres')
  const url = place.environment.DATABASE_URL ?? ''
  const [one, other] = [1, 2].map(() => new Database(openPostgres(url, () => undefined)))
  assert.ok(one && other)
  t.onTestFinished(async () => {
    await one.close()
    await other.close()
    await place.remove()
  })
  await other.write(tx => sql`create table notes (n int)`.execute(tx))
  const before = one.versions.of(['items'])
  await other.write(tx => sql`insert into notes values (1)`.execute(tx))
  while (one.versions.of(['items']) === before) await new Promise(resolve => setImmediate(resolve))
})
