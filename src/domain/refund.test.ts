import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isStale, momentsAfter, type RefundMoments, type RefundStatus } from './refund.ts'

const asked: RefundMoments = { succeeded_at: null, failed_at: null, needs_action_at: null }

const after = (...statuses: RefundStatus[]) =>
  statuses.reduce((moments, status, at) => momentsAfter(moments, status, 100 + at), asked)

test('a refund is one thing at a time, and keeps the moment at which it became that', () => {
  assert.deepEqual(after('pending'), asked)
  assert.deepEqual(after('pending', 'succeeded', 'succeeded'), { ...asked, succeeded_at: 101 })
  assert.deepEqual(after('needs_action', 'needs_action'), { ...asked, needs_action_at: 100 })
  assert.deepEqual(after('needs_action', 'succeeded'), { ...asked, succeeded_at: 101 })
})

/** Where 'succeeded' is the end, the customer goes on believing that the money is on its way. */
test('a refund that went through can fail later, and one that failed can go through after all', () => {
  assert.deepEqual(after('succeeded', 'failed', 'failed'), { ...asked, failed_at: 101 })
  assert.deepEqual(after('failed', 'succeeded'), { ...asked, succeeded_at: 101 })
})

test('an older look is told from a newer one', () => {
  const statuses: RefundStatus[] = ['pending', 'needs_action', 'succeeded', 'failed']
  const older = statuses.flatMap(noted =>
    statuses.filter(seen => isStale(noted, seen)).map(seen => `${noted} is not ${seen} again`),
  )
  assert.deepEqual(older, [
    'succeeded is not pending again',
    'succeeded is not needs_action again',
    'failed is not pending again',
    'failed is not needs_action again',
    'failed is not succeeded again',
  ])
})
