import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, test } from 'vitest'
import { NotesDatabase, range } from '../../../../tests/helpers/notes-database.ts'
import { isOutage } from './faults.ts'

let notes: NotesDatabase
beforeEach(async () => {
  notes = await NotesDatabase.open()
})
afterEach(() => notes.end())

/** Like requests, each in its own callback. Without collecting there would be one commit for each. */
const oneByOne = (id: number) =>
  new Promise<void>((resolve, reject) => setImmediate(() => notes.write(id).then(() => resolve(), reject)))

test('transactions that start in the same turn of the event loop share a commit', async () => {
  await Promise.all(range(64).map(oneByOne))
  assert.deepEqual(notes.committed(), range(64))
  assert.deepEqual(notes.engine.stats, { transactions: 64, commits: 1 })
})

test('a single transaction is committed before it resolves', async () => {
  for (const id of range(5)) {
    await notes.write(id)
    assert.deepEqual(notes.committed(), range(id))
  }
  assert.equal(notes.engine.stats.commits, 5)
})

test('a failed transaction in a group rolls back alone', async () => {
  const results = await Promise.allSettled(
    range(30).map(id =>
      notes.db.write(async tx => {
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
    notes.committed(),
    range(30).filter(id => id % 3 !== 0 && id % 5 !== 0),
  )
})

test('readers never see uncommitted data', async () => {
  let seen: unknown
  await notes.db.write(async tx => {
    await sql`insert into notes values (1, 'x')`.execute(tx)
    seen = (await sql`select * from notes`.execute(notes.db.read)).rows
  })
  assert.deepEqual(seen, [])
  assert.equal((await sql`select * from notes`.execute(notes.db.read)).rows.length, 1)
})

test('a slow transaction does not block the others for ever and is not split', async () => {
  const slow = notes.db.write(async tx => {
    await sql`insert into notes values (1, 'x')`.execute(tx)
    // Others arrive meanwhile; ten turns of the event loop pass while this transaction is unfinished.
    for (let turn = 0; turn < 10; turn++) await new Promise(resolve => setImmediate(resolve))
    assert.deepEqual(notes.committed(), [])
    await sql`insert into notes values (2, 'x')`.execute(tx)
  })
  await Promise.all([slow, notes.write(3), notes.write(4)])
  assert.deepEqual(notes.committed(), [1, 2, 3, 4])
})

test('a command that locks the file for too long causes an outage, and nothing is half-written', async () => {
  const other = new DatabaseSync(notes.file)
  other.exec('BEGIN IMMEDIATE')
  await notes.db.close()
  notes.reopen(20)
  await assert.rejects(notes.write(1), isOutage)
  other.exec('COMMIT')
  other.close()
  await notes.write(2)
  assert.deepEqual(notes.committed(), [2])
})

/** Fails if a start gives up while another process fills the same demo, which takes longer than a visitor waits. */
test('a patient transaction waits longer for another process that writes', async () => {
  const other = new DatabaseSync(notes.file)
  other.exec('BEGIN IMMEDIATE')
  await notes.db.close()
  notes.reopen(20)
  const { engine, db } = notes
  let begun = 0
  const begin = engine.begin.bind(engine)
  engine.begin = async how => {
    if (++begun === 3) other.exec('COMMIT')
    return begin(how)
  }
  await db.write(tx => sql`insert into notes values (1, 'x')`.execute(tx), { patient: true })
  other.close()
  assert.deepEqual([begun, notes.committed()], [3, [1]])
})
