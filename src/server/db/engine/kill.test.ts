import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'vitest'

const writer = join(import.meta.dirname, '../../../../tests/helpers/endless-writer.ts')

/** Writes until it is killed; the driver has acknowledged every number that it prints. */
async function acknowledgedBeforeKill(file: string, atLeast: number): Promise<number[]> {
  const child = spawn(process.execPath, [writer, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  const ended = new Promise(resolve => child.once('close', resolve))
  child.stdout.on('data', chunk => {
    printed += chunk
    if (printed.split('\n').length > atLeast) child.kill('SIGKILL')
  })
  await ended
  return printed.split('\n').slice(0, -1).map(Number)
}

/** Resolving in GroupCommit.commit() instead of after COMMIT loses the last group. */
test('kill -9 under load loses no acknowledged write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-kill-'))
  try {
    for (let round = 1; round <= 5; round++) {
      const file = join(folder, `${round}.db`)
      const acknowledged = await acknowledgedBeforeKill(file, 150 * round)
      const database = new DatabaseSync(file)
      const kept = new Set(
        database
          .prepare('select id from notes')
          .all()
          .map(row => row.id),
      )
      assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
      database.close()
      assert.ok(acknowledged.length >= 150 * round)
      assert.deepEqual(
        acknowledged.filter(id => !kept.has(id)),
        [],
      )
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
