import assert from 'node:assert/strict'
import { copyFile, cp, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, test } from 'vitest'
import { takeBackup } from '../../backup/take-backup.ts'
import { readConfig } from '../../config.ts'
import { openShop } from '../../process/open-shop.ts'
import { claimData } from '../../process/run-shop.ts'
import { Shutdown } from '../../process/shutdown.ts'
import { DataRefused } from '../data-dir.ts'
import { isDamaged } from './faults.ts'
import { damageOf, refuseDamaged } from './integrity.ts'
import { withSnapshot } from './snapshot.ts'

let folder: string
let good: string
const pageBytes = 4096

/** A shop with a few hundred pages, some of them free. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuckshop-damage-'))
  good = join(folder, 'good')
  const { db } = await openShop(readConfig({ DATA_DIR: good }), () => undefined)
  const users = Array.from({ length: 1500 }, (_, n) => ({
    id: `user-${String(n).padStart(6, '0')}`,
    email: `${n}@example.com`,
    display_name: 'x'.repeat(200),
    created_at: n,
  }))
  for (let from = 0; from < users.length; from += 500)
    await db.write(tx =>
      tx
        .insertInto('users')
        .values(users.slice(from, from + 500) as never)
        .execute(),
    )
  await db.write(tx => tx.deleteFrom('users').where('id', '>', 'user-001200').execute())
  await db.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The first page of a table or index, and of the free list. */
function rootOf(file: string, name: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('select rootpage from sqlite_schema where name = ?').get(name)
  database.close()
  return Number(row?.rootpage)
}

async function change(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(bytes, 0, bytes.length, at)
  await handle.close()
}

const onPage = (page: number, offset: number) => (page - 1) * pageBytes + offset
const garbage = (length: number) => Buffer.alloc(length, 0x5a)

/** The first child of an interior page of a b-tree. */
async function childOf(file: string, page: number): Promise<number> {
  const bytes = await readFile(file)
  const start = onPage(page, 0)
  const cell = bytes.readUInt16BE(start + 12)
  return bytes.readUInt32BE(start + cell)
}

const waysToDamage: Record<string, (file: string) => Promise<void>> = {
  'the header of a table page': file => change(file, onPage(rootOf(file, 'users'), 0), garbage(12)),
  'the pointers of a table page': async file =>
    change(file, onPage(await childOf(file, rootOf(file, 'users')), 8), garbage(40)),
  'a table page of zeros': async file =>
    change(file, onPage(await childOf(file, rootOf(file, 'users')), 0), Buffer.alloc(pageBytes)),
  'the header of an index page': file => change(file, onPage(rootOf(file, 'users_email'), 0), garbage(12)),
  'the keys of an index page': async file =>
    change(file, onPage(await childOf(file, rootOf(file, 'users_email')), pageBytes - 300), garbage(8)),
  'an index page of zeros': async file =>
    change(file, onPage(await childOf(file, rootOf(file, 'users_email')), 0), Buffer.alloc(pageBytes)),
  'the list of free pages': async file => {
    const trunk = (await readFile(file)).readUInt32BE(32)
    assert.ok(trunk > 0, 'there are free pages')
    await change(file, onPage(trunk, 0), garbage(200))
  },
  'the number of free pages': file => change(file, 36, garbage(4)),
  'the schema': file => change(file, 100, garbage(8)),
  'the last page cut off': async file => truncate(file, (await stat(file)).size - pageBytes),
  'half of it cut off': async file => truncate(file, Math.round((await stat(file)).size / 2)),
  'an odd end': async file => truncate(file, (await stat(file)).size - 100),
}

const never = () => assert.fail('it was checked at once')

/**
 * Which step reports the damage: the start or `npm run shop -- verify`. Any other error that SQLite throws also means
 * damage.
 */
async function found(dataDir: string): Promise<'start' | 'verify' | undefined> {
  try {
    refuseDamaged(join(dataDir, 'shop.db'), never)
  } catch (error) {
    assert.ok(error instanceof DataRefused || isDamaged(error), String(error))
    return 'start'
  }
  const damage = await withSnapshot({ dataDir, databaseUrl: undefined }, damageOf)
  return damage.length > 0 ? 'verify' : undefined
}

/** Without the checks SQLite opens nearly all of these files, and takes orders until it reads the damaged page. */
test('a damaged file is refused at the start or found by verify, and never backed up', async () => {
  const results: Record<string, string | undefined> = {}
  for (const [way, damage] of Object.entries(waysToDamage)) {
    const dataDir = join(folder, way.replaceAll(' ', '-'))
    await cp(good, dataDir, { recursive: true })
    await damage(join(dataDir, 'shop.db'))
    const bytes = await readFile(join(dataDir, 'shop.db'))
    results[way] = await found(dataDir)
    if (results[way] === 'start')
      assert.deepEqual(await readFile(join(dataDir, 'shop.db')), bytes, `${way}: nothing is changed`)
    if (way === 'an odd end') continue
    await assert.rejects(
      takeBackup({ dataDir, databaseUrl: undefined }, join(folder, 'x.tar')),
      (error: Error) => /is damaged, and no backup/.test(error.message) || isDamaged(error),
      way,
    )
  }
  const { 'the keys of an index page': keys, ...others } = results
  assert.equal(keys, 'verify')
  assert.deepEqual(
    Object.entries(others).filter(([, by]) => by !== 'start'),
    [],
  )
})

test('an intact file passes every check', async () => {
  assert.equal(await found(good), undefined)
  await takeBackup({ dataDir: good, databaseUrl: undefined }, join(folder, 'good.tar'))
})

test('a row with a dangling reference is found', async () => {
  const dataDir = join(folder, 'orphan')
  await cp(good, dataDir, { recursive: true })
  const database = new DatabaseSync(join(dataDir, 'shop.db'), { enableForeignKeyConstraints: false })
  database.exec("insert into proofs (proof_hash, user_id, expires_at) values ('x', 'nobody', 1)")
  database.close()
  assert.deepEqual(await withSnapshot({ dataDir, databaseUrl: undefined }, damageOf), [
    'A row of proofs refers to one of users that is not there',
  ])
})

/** Fails if a large file is not checked at all: no damage is reported. */
test('a large file is checked while the shop opens', async () => {
  const file = join(folder, 'large.db')
  await copyFile(join(good, 'shop.db'), file)
  await waysToDamage['a table page of zeros']?.(file)
  const refusal = await new Promise<Error>(resolve => refuseDamaged(file, resolve, 1000))
  assert.match(refusal.message, /is damaged .*npm run shop -- restore/)
  const none = join(folder, 'none.db')
  await writeFile(none, Buffer.alloc(5000))
  await change(none, 200, garbage(10))
  const other = await new Promise<Error>(resolve => refuseDamaged(none, resolve, 1000))
  assert.match(other.message, /is damaged .*not a database/)
})

/** Fails if the damage is only logged: the shop would continue to take orders. */
test('a damaged large file ends the shop with exit code 1', async () => {
  const dataDir = join(folder, 'large')
  await cp(good, dataDir, { recursive: true })
  const file = join(dataDir, 'shop.db')
  const database = new DatabaseSync(file)
  database.exec('create table large (bytes blob); insert into large values (zeroblob(65 * 1024 * 1024))')
  database.close()
  await waysToDamage['a table page of zeros']?.(file)
  const messages: string[] = []
  const shutdown = new Shutdown()
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  shutdown.begin = resolve
  const release = claimData(readConfig({ DATA_DIR: dataDir }), shutdown, sentence => messages.push(sentence))
  assert.equal(await promise, 1)
  assert.match(messages.join(), /is damaged .*npm run shop -- restore/)
  release()
})
