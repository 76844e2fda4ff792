import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#domain/refusal.ts'
import { BoundedQueue } from './bounded-queue.ts'

/** With a limit on neither side all twenty run at once. */
test('two work at a time, some wait, the rest are told to come back', async () => {
  const whenFull = () => new Refusal('overloaded', 'Please come back.')
  const queue = new BoundedQueue({ atOnce: 2, maxWaiting: 3, whenFull })
  let [running, most] = [0, 0]
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    most = Math.max(most, ++running)
    await gate.promise
    running--
  }
  const all = Promise.allSettled(Array.from({ length: 20 }, () => queue.run(work)))
  gate.resolve()
  const refused = (await all).filter(result => result.status === 'rejected')
  assert.deepEqual([most, refused.length], [2, 15])
  assert.ok(refused.every(({ reason }) => reason instanceof Refusal && reason.code === 'overloaded'))
  await queue.run(work)
})
