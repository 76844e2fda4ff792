import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What the command prints. Its exit code does not matter here. */
async function simulate(...words: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['simulation/main.ts', ...words], { cwd: root })
  return (await run.catch((error: { stdout: string }) => error)).stdout
}

/** The line of a world, with the hash of its events. */
const play = async (...words: string[]): Promise<string | undefined> =>
  /^seed .*$/m.exec(await simulate(...words))?.[0]

/** With the real clock, or with ids of the real uuid, the two differ. */
test('a seed plays the same world in every process', async () => {
  const [first, second] = [await play('--seed', '3', '--days', '1'), await play('--seed', '3', '--days', '1')]
  assert.match(first ?? '', /^seed 3: mad, [A-Z]{3}, 2 days, .* requests, [0-9a-f]{16}$/)
  assert.equal(second, first)
})

/** The simulation is blind to a call that its people never make with success. Up to 300 days are long on a busy machine. */
test('the people reach every call of the contract, and no answer confuses them', async () => {
  const words = await simulate('--census', '--seed', '1', '--days', '1')
  assert.match(words, /^Calls that never succeeded: none\s*$/m)
  assert.doesNotMatch(words, /is confused/)
}, 1_800_000)
