import assert from 'node:assert/strict'
import { executionAsyncId } from 'node:async_hooks'
import { test } from 'node:test'

test('promises are not followed', async () => {
  const ids = new Set<number>()
  for (let turn = 0; turn < 3; turn++) {
    await null
    ids.add(executionAsyncId())
  }
  assert.equal(ids.size, 1)
})

test('a promise is left behind, and fails', async () => {
  const failed = new Promise(resolve => process.once('unhandledRejection', resolve))
  setImmediate(() => Promise.reject(new Error('nobody waits for this')))
  await failed
})
