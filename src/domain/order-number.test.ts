import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formatNumber, numberIn } from './order-number.ts'

test('order numbers are parsed as displayed and as people type them', () => {
  for (const typed of [formatNumber(1042), 't-1042', 'T1042', '1042', ' T-1042 ']) {
    assert.equal(numberIn(typed), 1042, typed)
  }
})

test('other text is not an order number', () => {
  for (const typed of ['', 'T-', 'T-10x', 'tray 10', '10.5', '-10', '1'.repeat(16)]) {
    assert.equal(numberIn(typed), undefined, typed)
  }
})
