import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { Life } from './clock.ts'
import { DatabaseSync, Disk } from './disk.ts'
import { randomOf } from './random.ts'

/** Otherwise the crash itself fails, and the shop of that world stays closed. */
test('a power loss in a commit needs no connection that the shop has closed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuckshop-disk-'))
  try {
    const file = join(folder, 'shop.db')
    const life = new Life('shop 1')
    const [open, closed] = life.run(() => [new DatabaseSync(file), new DatabaseSync(file)] as const)
    open.exec('PRAGMA journal_mode = WAL')
    open.exec('CREATE TABLE pots (n INTEGER) STRICT')
    closed.close()
    open.exec('BEGIN')
    open.exec('INSERT INTO pots VALUES (1)')
    new Disk(file).losePowerInCommit(life, randomOf('7'))
    const again = new DatabaseSync(file)
    assert.ok([0, 1].includes(again.prepare('SELECT * FROM pots').all().length))
    again.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
