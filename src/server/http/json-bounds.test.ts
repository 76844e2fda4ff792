import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { bounds } from '../bounds.ts'
import { isTooNested } from './json-bounds.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const list = (values: number) => JSON.stringify(Array.from({ length: values }, (_, n) => n))

test('the levels and members of JSON are limited', () => {
  assert.equal(isTooNested(nested(bounds.jsonDepth)), false)
  assert.equal(isTooNested(nested(bounds.jsonDepth + 1)), true)
  assert.equal(isTooNested(list(bounds.jsonValues)), false)
  assert.equal(isTooNested(list(bounds.jsonValues + 1)), true)
  assert.equal(isTooNested(list(bounds.adminJsonValues), bounds.adminJsonValues), false)
  assert.equal(isTooNested(list(bounds.adminJsonValues + 1), bounds.adminJsonValues), true)
  assert.equal(isTooNested(`[${Array.from({ length: 3 }, () => list(bounds.jsonValues / 2)).join()}]`), true)
})

/** Fails if brackets and commas inside a string count. */
test('the content of a string does not count as structure', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\\', '"', '[', '{', ',', 'a', '\n')), signs => {
      const text = signs.join('').repeat(100)
      assert.equal(isTooNested(JSON.stringify({ text, other: text })), false)
    }),
  )
  assert.equal(isTooNested(JSON.stringify(['\\', nested(50)])), false)
  assert.equal(isTooNested(`["\\\\",${nested(bounds.jsonDepth)}]`), true)
  assert.equal(isTooNested('"'), false)
  assert.equal(isTooNested('"\\'), false)
})
