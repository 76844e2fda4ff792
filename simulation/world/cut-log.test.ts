import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'vitest'
import { cutLog } from './cut-log.ts'
import { randomOf } from './random.ts'

/** Without the whole frames of a commit SQLite must not know it; with all of them it must. */
test('after a power loss in a commit the database is as before it or as after it, and both happen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuckshop-log-'))
  try {
    const { data, before, after } = twoCommits(join(folder, 'shop.db'))
    const random = randomOf('7')
    const seen = new Set<number>()
    for (let n = 0; n < 60; n++) {
      const file = join(folder, `${n}.db`)
      writeFileSync(file, data)
      writeFileSync(`${file}-wal`, cutLog(before, after, random))
      const database = new DatabaseSync(file)
      assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
      seen.add(Number(database.prepare('select count(*) as n from rows').get()?.n))
      database.close()
    }
    assert.deepEqual([...seen].sort(), [1, 51])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** A commit of one row, and then one of fifty rows on many pages. */
function twoCommits(file: string) {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; create table rows (text)')
  const insert = database.prepare('insert into rows (text) values (?)')
  insert.run('first')
  const [data, before] = [readFileSync(file), readFileSync(`${file}-wal`)]
  database.exec('begin')
  for (let n = 0; n < 50; n++) insert.run(`${n}`.repeat(500))
  database.exec('commit')
  const after = readFileSync(`${file}-wal`)
  database.close()
  return { data, before, after }
}
