import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formatNumber, numberIn } from './order-number.ts'

test('a number is read as it is shown, and as people type it', () => {
  for (const typed of [formatNumber(1042), 't-1042', 'T1042', '1042', ' T-1042 ']) {
    assert.equal(numberIn(typed), 1042, typed)
  }
})

test('what only looks like a number is not one', () => {
  for (const typed of ['', 'T-', 'T-10x', 'tray 10', '10.5', '-10', '1'.repeat(16)]) {
    assert.equal(numberIn(typed), undefined, typed)
  }
})
