import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, open, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, test } from 'vitest'
import { refuseDamaged } from './integrity.ts'

let folder: string
const pageBytes = 4096

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuckshop-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const never = () => assert.fail('it was checked at once')
const garbage = (length: number) => Buffer.alloc(length, 0x5a)

async function change(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(bytes, 0, bytes.length, at)
  await handle.close()
}

/** The files of a killed shop: five commits in the log, none of them in the database file. */
async function withLog(name: string): Promise<string> {
  const file = join(folder, `${name}.db`)
  const database = new DatabaseSync(file)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; create table notes (id integer primary key)',
  )
  for (let id = 1; id <= 5; id++) database.exec(`insert into notes values (${id})`)
  const copy = join(folder, `${name}-killed.db`)
  await copyFile(file, copy)
  await copyFile(`${file}-wal`, `${copy}-wal`)
  database.close()
  return copy
}

const notesIn = (file: string): number => {
  const database = new DatabaseSync(file)
  const row = database.prepare('select count(*) as notes from notes').get()
  database.close()
  return Number(row?.notes)
}

const frame = pageBytes + 24

/** SQLite silently drops the rest of such a log: four acknowledged notes are lost. */
test('a log damaged before acknowledged commits is refused; a log truncated at its end is not', async () => {
  const damages: [string, (wal: string) => Promise<void>, RegExp | number][] = [
    ['whole', async () => undefined, 5],
    ['garbage', wal => writeFile(wal, garbage(5 * frame)), /beginning of its log/],
    ['header', wal => change(wal, 16, garbage(4)), /beginning of its log/],
    ['second page', wal => change(wal, 32 + 2 * frame + 500, garbage(50)), /damaged before \d commits/],
    ['second head', wal => change(wal, 32 + 2 * frame, garbage(24)), /damaged before \d commits/],
    [
      'last but one',
      async wal => change(wal, (await stat(wal)).size - 2 * frame + 500, garbage(50)),
      /before 2 c/,
    ],
    ['end cut off', async wal => truncate(wal, (await stat(wal)).size - 1000), 4],
    ['end torn', async wal => change(wal, (await stat(wal)).size - 1000, garbage(500)), 4],
  ]
  for (const [name, damage, wanted] of damages) {
    const file = await withLog(name.replaceAll(' ', '-'))
    await damage(`${file}-wal`)
    if (wanted instanceof RegExp) assert.throws(() => refuseDamaged(file, never), wanted, name)
    else {
      refuseDamaged(file, never)
      assert.ok(
        !existsSync(`${file}-wal`) || (await stat(`${file}-wal`)).size === 0,
        'a new log from here on',
      )
      assert.equal(notesIn(file), wanted, name)
    }
  }
})

/** Fails if frames of an earlier log count as lost commits: a killed shop would not start again. */
test('older frames behind the end of a restarted log are not damage', async () => {
  const file = join(folder, 'anew.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; create table notes (id integer)')
  for (let id = 1; id <= 5; id++) database.exec(`insert into notes values (${id})`)
  database.exec('PRAGMA wal_checkpoint(RESTART); insert into notes values (6)')
  const copy = join(folder, 'anew-killed.db')
  for (const ending of ['', '-wal']) await copyFile(file + ending, copy + ending)
  database.close()
  refuseDamaged(copy, never)
  assert.equal(notesIn(copy), 6)
})

/** Fails if the log is ignored: after a kill during a checkpoint, the file is shorter than its header says. */
test('a database file that lags behind its log is intact', async () => {
  const file = join(folder, 'behind.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; create table notes (id integer)')
  for (let id = 1; id <= 5; id++) database.exec(`insert into notes values (${id})`)
  database.exec('create table large (bytes blob); insert into large values (zeroblob(100000))')
  const copy = join(folder, 'behind-killed.db')
  await copyFile(`${file}-wal`, `${copy}-wal`)
  database.exec('PRAGMA wal_checkpoint(FULL)')
  await copyFile(file, copy)
  database.close()
  await truncate(copy, 5 * pageBytes)
  refuseDamaged(copy, never)
  assert.equal(notesIn(copy), 5)
})
