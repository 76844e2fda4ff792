import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { NotesDatabase, range } from '../../../../tests/helpers/notes-database.ts'
import { isOutage } from './faults.ts'

let notes: NotesDatabase
beforeEach(async () => {
  notes = await NotesDatabase.open()
})
afterEach(() => notes.end())

/**
 * Without GroupLost in rollback() the first two never get a response. If next() does not check that the transaction is
 * still open, the fourth does not.
 */
test('a disk that fills up during a group fails every transaction in it', async () => {
  await notes.db.write(tx => sql`pragma max_page_count = 6`.execute(tx))
  const big = 'x'.repeat(200_000)
  const results = await Promise.allSettled([
    notes.write(1),
    notes.write(2),
    notes.db.write(tx => sql`insert into notes values (3, ${big})`.execute(tx)),
    notes.write(4),
  ])
  const acknowledged = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index + 1] : []))
  assert.deepEqual(acknowledged, notes.committed(), 'what was acknowledged is there, and nothing else')
  for (const result of results) if (result.status === 'rejected') assert.ok(isOutage(result.reason))
  await notes.write(5)
  assert.ok(notes.committed().includes(5), 'it works again afterwards')
})

/**
 * If commit() does not roll back what it cannot release, no transaction ever gets a response again. If a statement does
 * not check that the transaction is still open, number three is stored on its own.
 */
test('a transaction that ignores the full disk fails too, and blocks no other', async () => {
  await notes.db.write(tx => sql`pragma max_page_count = 6`.execute(tx))
  const big = 'x'.repeat(200_000)
  const ignoresFailure = notes.db.write(async tx => {
    await sql`insert into notes values (1, ${big})`.execute(tx).catch(() => undefined)
  })
  const writesAfterFailure = notes.db.write(async tx => {
    await sql`insert into notes values (2, ${big})`.execute(tx).catch(() => undefined)
    await sql`insert into notes values (3, 'x')`.execute(tx)
  })
  const results = await Promise.allSettled([ignoresFailure, writesAfterFailure, notes.write(4)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(notes.committed(), [4])
  for (const result of results) if (result.status === 'rejected') assert.ok(isOutage(result.reason))
})

/** If the group continues without a file, an unhandled error ends the process. */
test('transactions that wait while the file is closed fail', async () => {
  const late = Promise.allSettled([notes.write(1), notes.write(2)])
  notes.engine.close()
  const results = await late
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  notes.reopen()
  assert.deepEqual(notes.committed(), [])
})

test('a file that is closed during a group fails every transaction in it', async () => {
  const before = notes.write(1)
  const slow = notes.db.write(async tx => {
    await sql`insert into notes values (2, 'x')`.execute(tx)
    notes.engine.close()
    await sql`insert into notes values (3, 'x')`.execute(tx)
  })
  const results = await Promise.allSettled([before, slow, notes.write(4)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  notes.reopen()
  assert.deepEqual(notes.committed(), [])
})

/** Makes a statement of the group fail a number of times. */
function failing(failed: string, times = 1): void {
  const exec = DatabaseSync.prototype.exec
  let failures = times
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    statement: string,
  ) {
    if (statement === failed && failures-- > 0) throw Object.assign(new Error('disk full'), { errcode: 13 })
    return exec.call(this, statement)
  })
}

/** If the group continues, the refused transaction is committed with it. */
test('a transaction that cannot be rolled back alone fails its whole group', async () => {
  failing('ROLLBACK TO member')
  const before = notes.write(1)
  const refused = notes.db.write(async tx => {
    await sql`insert into notes values (2, 'x')`.execute(tx)
    throw new Error('no')
  })
  const results = await Promise.allSettled([before, refused, notes.write(3)])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(notes.committed(), [3])
})

test('a group that can be neither committed nor rolled back closes the file and stores nothing', async () => {
  failing('COMMIT')
  const rollback = DatabaseSync.prototype.exec
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    statement: string,
  ) {
    if (statement === 'ROLLBACK') throw new Error('no')
    return rollback.call(this, statement)
  })
  const results = await Promise.allSettled([notes.write(1), notes.write(2)])
  assert.ok(results.every(({ status }) => status === 'rejected'))
  await assert.rejects(notes.write(3))
  vi.restoreAllMocks()
  notes.reopen()
  await notes.write(4)
  assert.deepEqual(notes.committed(), [4])
})

/** If a rollback runs after the next group has begun, 169 are acknowledged but 172 stored. */
test('a failed commit does not affect the transactions after it', async () => {
  failing('COMMIT')
  const results = await Promise.allSettled(range(300).map(id => notes.write(id)))
  const acknowledged = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index + 1] : []))
  assert.ok(acknowledged.length > 0 && acknowledged.length < 300)
  assert.deepEqual(notes.committed(), acknowledged)
  for (const result of results) if (result.status === 'rejected') assert.ok(isOutage(result.reason))
})
