import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The line of a world, with the hash of its events. The exit code does not matter here. */
async function play(...words: string[]): Promise<string | undefined> {
  const run = promisify(execFile)(process.execPath, ['simulation/main.ts', ...words], { cwd: root })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return /^seed .*$/m.exec(stdout)?.[0]
}

/** With the real clock, or with ids of the real uuid, the two differ. */
test('a seed plays the same world in every process', async () => {
  const [first, second] = [await play('--seed', '3', '--days', '1'), await play('--seed', '3', '--days', '1')]
  assert.match(first ?? '', /^seed 3: mad, 2 days, .* requests, [0-9a-f]{16}$/)
  assert.equal(second, first)
})
