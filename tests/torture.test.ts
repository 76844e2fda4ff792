import assert from 'node:assert/strict'
import { test } from 'vitest'
import { enginesOf } from '../torture/scenario.ts'

test('a standard run uses all engines of a scenario, and a quick run only its quick engine', () => {
  assert.deepEqual(enginesOf({}, 'standard'), ['sqlite', 'postgres'])
  assert.deepEqual(enginesOf({ quickEngine: 'postgres' }, 'standard'), ['sqlite', 'postgres'])
  assert.deepEqual(enginesOf({ engines: ['sqlite'] }, 'standard'), ['sqlite'])
  assert.deepEqual(enginesOf({}, 'quick'), ['sqlite', 'postgres'])
  assert.deepEqual(enginesOf({ quickEngine: 'postgres' }, 'quick'), ['postgres'])
})
