import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isStale, momentsAfter, type RefundMoments, type RefundStatus } from './refund.ts'

const requested: RefundMoments = { succeeded_at: null, failed_at: null, needs_action_at: null }

const after = (...statuses: RefundStatus[]) =>
  statuses.reduce((moments, status, at) => momentsAfter(moments, status, 100 + at), requested)

test('a refund has one status at a time, with the time at which it got it', () => {
  assert.deepEqual(after('pending'), requested)
  assert.deepEqual(after('pending', 'succeeded', 'succeeded'), { ...requested, succeeded_at: 101 })
  assert.deepEqual(after('needs_action', 'needs_action'), { ...requested, needs_action_at: 100 })
  assert.deepEqual(after('needs_action', 'succeeded'), { ...requested, succeeded_at: 101 })
})

/** Fails if 'succeeded' is final: the customer would go on waiting for the money. */
test('a succeeded refund can fail later, and a failed one can succeed', () => {
  assert.deepEqual(after('succeeded', 'failed', 'failed'), { ...requested, failed_at: 101 })
  assert.deepEqual(after('failed', 'succeeded'), { ...requested, succeeded_at: 101 })
})

test('an outdated response is recognized', () => {
  const statuses: RefundStatus[] = ['pending', 'needs_action', 'succeeded', 'failed']
  const older = statuses.flatMap(recorded =>
    statuses
      .filter(received => isStale(recorded, received))
      .map(received => `${recorded} is not ${received} again`),
  )
  assert.deepEqual(older, [
    'succeeded is not pending again',
    'succeeded is not needs_action again',
    'failed is not pending again',
    'failed is not needs_action again',
    'failed is not succeeded again',
  ])
})
