import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type RefundStatus, stillMissing } from './refund.ts'

const missing = (...refunds: [number, RefundStatus][]) =>
  stillMissing(refunds, ([amount, status]) => ({ amount, status })).map(([amount]) => amount)

test('a later refund replaces the oldest failed one', () => {
  assert.deepEqual(missing([10, 'failed']), [10])
  assert.deepEqual(missing([10, 'failed'], [10, 'pending']), [])
  assert.deepEqual(
    missing([10, 'failed'], [10, 'failed'], [10, 'succeeded']),
    [10],
    'one refund replaces one',
  )
  assert.deepEqual(
    missing([50, 'failed'], [25, 'succeeded'], [25, 'succeeded']),
    [],
    'two refunds replace one',
  )
  assert.deepEqual(missing([50, 'failed'], [25, 'succeeded']), [50])
  assert.deepEqual(missing([50, 'failed'], [49, 'succeeded']), [50], 'a cent is missing')
  assert.deepEqual(missing([30, 'succeeded'], [10, 'failed']), [10], 'earlier refunds do not count')
  assert.deepEqual(missing([10, 'failed'], [10, 'needs_action'], [10, 'failed'], [10, 'succeeded']), [])
})
