import assert from 'node:assert/strict'
import { test } from 'vitest'
import { WriteProbe } from './write-probe.ts'

/** A write probe on a database that accepts or refuses changes, with a stopped clock. */
function openProbe() {
  const world = { isFull: true, writes: 0, now: 0, whileTrying: () => {} }
  const trials = new WriteProbe(
    async () => {
      world.writes++
      world.whileTrying()
      if (world.isFull) throw new Error('full')
    },
    () => world.now,
  )
  return { world, trials }
}

test('no probe is written until a change was refused', async () => {
  const { world, trials } = openProbe()
  assert.deepEqual([await trials.fault(), world.writes], [undefined, 0])
})

/** Fails if each caller writes its own probe, or if the pause is ignored. */
test('concurrent callers share one probe, and the next follows after a second', async () => {
  const { world, trials } = openProbe()
  trials.refused(new Error('order'))
  const told = await Promise.all([trials.fault(), trials.fault(), trials.fault()])
  assert.deepEqual([told.map(String), world.writes], [Array(3).fill('Error: full'), 1])
  world.isFull = false
  world.now = 999
  assert.deepEqual([String(await trials.fault()), world.writes], ['Error: full', 1])
  world.now = 1000
  assert.deepEqual([await trials.fault(), world.writes], [undefined, 3])
  assert.deepEqual([await trials.fault(), world.writes], [undefined, 3])
})

test('a change that is refused during a successful probe is not forgotten', async () => {
  const { world, trials } = openProbe()
  world.isFull = false
  world.whileTrying = () => trials.refused(new Error('meanwhile'))
  trials.refused(new Error('order'))
  assert.equal(String(await trials.fault()), 'Error: meanwhile')
})
