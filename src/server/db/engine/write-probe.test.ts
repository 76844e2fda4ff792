import assert from 'node:assert/strict'
import { test } from 'vitest'
import { WriteProbe } from './write-probe.ts'

/** A write probe on a database that accepts or refuses changes, with a stopped clock. */
function openProbe() {
  const world = { isFull: true, writes: 0, now: 0, whileTrying: () => {} }
  const probe = new WriteProbe(
    async () => {
      world.writes++
      world.whileTrying()
      if (world.isFull) throw new Error('full')
    },
    () => world.now,
  )
  return { world, probe }
}

test('no probe is written until a change was refused', async () => {
  const { world, probe } = openProbe()
  assert.deepEqual([await probe.fault(), world.writes], [undefined, 0])
})

/** Fails if each caller writes its own probe, or if the pause is ignored. */
test('concurrent callers share one probe, and the next follows after a second', async () => {
  const { world, probe } = openProbe()
  probe.refused(new Error('order'))
  const faults = await Promise.all([probe.fault(), probe.fault(), probe.fault()])
  assert.deepEqual([faults.map(String), world.writes], [Array(3).fill('Error: full'), 1])
  world.isFull = false
  world.now = 999
  assert.deepEqual([String(await probe.fault()), world.writes], ['Error: full', 1])
  world.now = 1000
  assert.deepEqual([await probe.fault(), world.writes], [undefined, 3])
  assert.deepEqual([await probe.fault(), world.writes], [undefined, 3])
})

test('a change that is refused during a successful probe is not forgotten', async () => {
  const { world, probe } = openProbe()
  world.isFull = false
  world.whileTrying = () => probe.refused(new Error('meanwhile'))
  probe.refused(new Error('order'))
  assert.equal(String(await probe.fault()), 'Error: meanwhile')
})
