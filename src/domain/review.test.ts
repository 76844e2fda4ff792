import assert from 'node:assert/strict'
import { test } from 'vitest'
import { averageStars } from './review.ts'

test('an average has one decimal, and is null without reviews', () => {
  assert.equal(averageStars(0, 0), null)
  assert.equal(averageStars(5, 1), 5)
  assert.equal(averageStars(13, 3), 4.3)
  assert.equal(averageStars(14, 3), 4.7)
})
