import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Database } from './database.ts'
import { isOutage } from './faults.ts'
import { openSqlite, type SqliteEngine } from './sqlite.ts'

let folder: string
let engine: SqliteEngine
let db: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuckshop-group-'))
  reopen()
  await db.write(tx =>
    sql`create table notes (id integer primary key, text text not null) strict`.execute(tx),
  )
  engine.stats.transactions = 0
  engine.stats.commits = 0
})

afterEach(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

function reopen(): void {
  engine = openSqlite(join(folder, 'shop.db'))
  db = new Database(engine)
}

const note = (id: number) =>
  db.write(tx => sql`insert into notes values (${id}, ${`note ${id}`})`.execute(tx))

function committed(): number[] {
  const fresh = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true })
  const rows = fresh.prepare('select id from notes order by id').all()
  fresh.close()
  return rows.map(row => Number(row.id))
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** As requests come, each in a callback of its own. Without the gathering there are as many commits. */
const oneByOne = (id: number) =>
  new Promise<void>((resolve, reject) => setImmediate(() => note(id).then(() => resolve(), reject)))

test('transactions that come in one turn of the event loop share a commit', async () => {
  await Promise.all(range(64).map(oneByOne))
  assert.deepEqual(committed(), range(64))
  assert.deepEqual(engine.stats, { transactions: 64, commits: 1 })
})

test('a transaction alone is committed before it is answered', async () => {
  for (const id of range(5)) {
    await note(id)
    assert.deepEqual(committed(), range(id))
  }
  assert.equal(engine.stats.commits, 5)
})

test('one that fails in a group rolls back alone', async () => {
  const results = await Promise.allSettled(
    range(30).map(id =>
      db.write(async tx => {
        await sql`insert into notes values (${id}, 'x')`.execute(tx)
        if (id % 3 === 0) throw new Error(`no ${id}`)
        if (id % 5 === 0) await sql`insert into notes values (${id}, 'twice')`.execute(tx)
      }),
    ),
  )
  const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index + 1] : []))
  assert.deepEqual(
    failed,
    range(30).filter(id => id % 3 === 0 || id % 5 === 0),
  )
  assert.deepEqual(
    committed(),
    range(30).filter(id => id % 3 !== 0 && id % 5 !== 0),
  )
})

test('readers never see work that is not committed', async () => {
  let seen: unknown
  await db.write(async tx => {
    await sql`insert into notes values (1, 'x')`.execute(tx)
    seen = (await sql`select * from notes`.execute(db.read)).rows
  })
  assert.deepEqual(seen, [])
  assert.equal((await sql`select * from notes`.execute(db.read)).rows.length, 1)
})

test('a slow transaction holds nobody up for ever and is not cut in half', async () => {
  const slow = db.write(async tx => {
    await sql`insert into notes values (1, 'x')`.execute(tx)
    // Others come meanwhile; ten turns of the event loop pass with this transaction unfinished.
    for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve))
    assert.deepEqual(committed(), [])
    await sql`insert into notes values (2, 'x')`.execute(tx)
  })
  await Promise.all([slow, note(3), note(4)])
  assert.deepEqual(committed(), [1, 2, 3, 4])
})

/**
 * Without GroupLost in rollback() the first two are never answered; where next() does not look whether there still is
 * a transaction, the fourth.
 */
test('a disk that fills up in the middle of a group fails everyone in it', async () => {
  await db.write(tx => sql`pragma max_page_count = 6`.execute(tx))
  const big = 'x'.repeat(200_000)
  const results = await Promise.allSettled([
    note(1),
    note(2),
    db.write(tx => sql`insert into notes values (3, ${big})`.execute(tx)),
    note(4),
  ])
  const acknowledged = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index + 1] : []))
  assert.deepEqual(acknowledged, committed(), 'what was acknowledged is there, and nothing else')
  for (const result of results) if (result.status === 'rejected') assert.ok(isOutage(result.reason))
  await note(5)
  assert.ok(committed().includes(5), 'it works again afterwards')
})

/**
 * Where commit() does not undo what it cannot release, nobody is ever answered again; where a statement does not look
 * whether there still is a transaction, number three is stored by itself.
 */
test('a transaction that overlooks the full disk fails as well, and holds nobody up', async () => {
  await db.write(tx => sql`pragma max_page_count = 6`.execute(tx))
  const big = 'x'.repeat(200_000)
  const careless = db.write(async tx => {
    await sql`insert into notes values (1, ${big})`.execute(tx).catch(() => undefined)
  })
  const stubborn = db.write(async tx => {
    await sql`insert into notes values (2, ${big})`.execute(tx).catch(() => undefined)
    await sql`insert into notes values (3, 'x')`.execute(tx)
  })
  const results = await Promise.allSettled([careless, stubborn, note(4)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(committed(), [4])
  for (const result of results) if (result.status === 'rejected') assert.ok(isOutage(result.reason))
})

/** Where the group goes on without a file, the error is nobody's and ends the process. */
test('what waits while the file is closed is told so', async () => {
  const late = Promise.allSettled([note(1), note(2)])
  engine.close()
  const results = await late
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  reopen()
  assert.deepEqual(committed(), [])
})

test('a file that is closed in the middle of a group fails everyone in it', async () => {
  const before = note(1)
  const slow = db.write(async tx => {
    await sql`insert into notes values (2, 'x')`.execute(tx)
    engine.close()
    await sql`insert into notes values (3, 'x')`.execute(tx)
  })
  const results = await Promise.allSettled([before, slow, note(4)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  reopen()
  assert.deepEqual(committed(), [])
})

/** Fails a statement of the group a number of times. */
function failing(t: TestContext, failed: string, times = 1): void {
  const exec = DatabaseSync.prototype.exec
  let failures = times
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, statement: string) {
    if (statement === failed && failures-- > 0) throw Object.assign(new Error('disk full'), { errcode: 13 })
    return exec.call(this, statement)
  })
}

/** Where the group goes on nevertheless, what was refused is committed with it. */
test('a transaction that cannot be undone alone takes its group with it', async t => {
  failing(t, 'ROLLBACK TO member')
  const before = note(1)
  const refused = db.write(async tx => {
    await sql`insert into notes values (2, 'x')`.execute(tx)
    throw new Error('no')
  })
  const results = await Promise.allSettled([before, refused, note(3)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(committed(), [3])
})

test('a group that can neither be committed nor undone closes the file, and nothing of it is stored', async t => {
  failing(t, 'COMMIT')
  const rollback = DatabaseSync.prototype.exec
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, statement: string) {
    if (statement === 'ROLLBACK') throw new Error('no')
    return rollback.call(this, statement)
  })
  const results = await Promise.allSettled([note(1), note(2)])
  assert.ok(results.every(({ status }) => status === 'rejected'))
  await assert.rejects(note(3))
  t.mock.restoreAll()
  reopen()
  await note(4)
  assert.deepEqual(committed(), [4])
})

/** With another process on the same file, for which a group waits so long. */
async function shareFile(patienceMs?: number): Promise<void> {
  await db.close()
  engine = openSqlite(join(folder, 'shop.db'), true, patienceMs)
  db = new Database(engine)
}

test('a group waits for another process on the same file, and in the end gives up', async () => {
  const other = new DatabaseSync(join(folder, 'shop.db'))
  other.exec('BEGIN IMMEDIATE')
  await shareFile(20)
  await assert.rejects(note(1), isOutage)
  await shareFile()
  const patient = note(2)
  // Some turns pass in which the group has tried.
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
  other.exec('COMMIT')
  other.close()
  await patient
  assert.deepEqual(committed(), [2])
})

/** Where a rollback comes after the next group has begun, 169 are acknowledged and 172 stored. */
test('a commit that fails does not touch the transactions behind it', async t => {
  failing(t, 'COMMIT')
  const results = await Promise.allSettled(range(300).map(note))
  const acknowledged = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index + 1] : []))
  assert.ok(acknowledged.length > 0 && acknowledged.length < 300)
  assert.deepEqual(committed(), acknowledged)
  for (const result of results) if (result.status === 'rejected') assert.ok(isOutage(result.reason))
})
