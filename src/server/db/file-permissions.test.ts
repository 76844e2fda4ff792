import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { restoreBackup } from '../backup/restore.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { readConfig } from '../config.ts'
import { openShop } from '../process/open-shop.ts'
import { claimData } from '../process/run-shop.ts'
import { Shutdown } from '../process/shutdown.ts'
import { openDatabase } from './engine/open-database.ts'

let [root, folder, umask] = ['', '', 0]
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tuckshop-private-'))
  folder = join(root, 'data')
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await rm(root, { recursive: true, force: true })
})

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

/** The modes of the folder and of everything in it. */
function modes(path = folder): Record<string, string> {
  const all: Record<string, string> = { '.': modeOf(path) }
  for (const name of readdirSync(path, { recursive: true }))
    all[String(name)] = modeOf(join(path, String(name)))
  return all
}

/** Starts a shop the way its process does. Returns the modes while it is open, and its warnings. */
async function startedShop() {
  const warnings: string[] = []
  const config = readConfig({ DATA_DIR: folder, SHOP_MODE: 'live' })
  const release = claimData(config, new Shutdown(), sentence => warnings.push(sentence))
  const { db } = await openShop(config, () => undefined)
  const seen = modes()
  await db.close()
  release()
  return { seen, warnings }
}

const closed = {
  '.': '700',
  'shop.db': '600',
  'shop.db-shm': '600',
  'shop.db-wal': '600',
  'shop.lock': '600',
}

/** Fails if SQLite creates its files itself: they get mode 644. */
test('a new shop creates private files even with the most permissive umask', async () => {
  assert.deepEqual(await startedShop(), { seen: closed, warnings: [] })
})

/** Fails if the modes found are not changed: 755 and 644, and SQLite gives its log the mode of the database. */
test('a folder that other users could read becomes private at the start', async () => {
  await startedShop()
  for (const name of ['images', 'sandbox']) mkdirSync(join(folder, name))
  const files = ['images/a.webp', 'sandbox/sandbox.db', 'sandbox/sandbox.db-wal', 'shop.db.damaged']
  for (const file of files) writeFileSync(join(folder, file), '')
  writeFileSync(join(folder, 'shop.db-wal'), '')
  for (const name of readdirSync(folder, { recursive: true })) chmodSync(join(folder, String(name)), 0o644)
  for (const name of ['.', 'images', 'sandbox']) chmodSync(join(folder, name), 0o755)
  assert.deepEqual(await startedShop(), {
    seen: {
      ...closed,
      images: '700',
      sandbox: '700',
      ...Object.fromEntries(files.map(file => [file, '600'])),
    },
    warnings: [],
  })
})

test('a folder with foreign files keeps its mode, with a warning; the shop’s own files become private', async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), '', { mode: 0o644 })
  chmodSync(folder, 0o755)
  await startedShop()
  const { seen, warnings } = await startedShop()
  assert.deepEqual(seen, { ...closed, '.': '755', 'letter.txt': '644' })
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', new RegExp(`can read ${folder}; .*DATA_DIR`))

  chmodSync(folder, 0o700)
  assert.deepEqual((await startedShop()).warnings, [], 'a closed one needs no warning')
})

test('a world-writable folder keeps its mode even when it is empty', async () => {
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  const { seen, warnings } = await startedShop()
  assert.equal(seen['.'], '1777')
  assert.match(warnings[0] ?? '', /can read/)
})

test('the target of a symbolic link is not changed, and a warning names it', async () => {
  const elsewhere = join(root, 'elsewhere')
  mkdirSync(elsewhere)
  chmodSync(elsewhere, 0o755)
  mkdirSync(folder)
  symlinkSync(elsewhere, join(folder, 'images'))
  assert.match((await startedShop()).warnings[0] ?? '', /can read .*images;/)
  assert.equal(modeOf(elsewhere), '755')
  chmodSync(elsewhere, 0o700)
  assert.deepEqual((await startedShop()).warnings, [])
})

test('a command that runs before the next start also makes the database and its log private', async () => {
  await startedShop()
  const opened = () => openDatabase({ dataDir: folder, databaseUrl: undefined }, () => undefined)
  const first = await opened()
  for (const ending of ['', '-wal', '-shm']) chmodSync(join(folder, `shop.db${ending}`), 0o644)
  const second = await opened()
  assert.deepEqual(modes(), closed)
  await first.close()
  await second.close()
})

test('a backup and the data restored from it are private too', async () => {
  await startedShop()
  const backup = join(root, 'backup.tar')
  await takeBackup({ dataDir: folder, databaseUrl: undefined }, backup)
  assert.equal(modeOf(backup), '600')
  const other = join(root, 'other')
  await restoreBackup({ dataDir: other, databaseUrl: undefined }, backup, { replace: false })
  assert.deepEqual(modes(other), { '.': '700', 'shop.db': '600', 'shop.lock': '600' })
})
