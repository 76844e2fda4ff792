import assert from 'node:assert/strict'
import { test } from 'vitest'
import { enginesOf } from '../torture/scenario.ts'

test('the whole torture takes both databases, unless a scenario is of one; the quick one what it is told', () => {
  assert.deepEqual(enginesOf({}, 'standard'), ['sqlite', 'postgres'])
  assert.deepEqual(enginesOf({ quickEngine: 'postgres' }, 'standard'), ['sqlite', 'postgres'])
  assert.deepEqual(enginesOf({ engines: ['sqlite'] }, 'standard'), ['sqlite'])
  assert.deepEqual(enginesOf({}, 'quick'), ['sqlite', 'postgres'])
  assert.deepEqual(enginesOf({ quickEngine: 'postgres' }, 'quick'), ['postgres'])
})
