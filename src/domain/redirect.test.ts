import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { safePath } from './redirect.ts'

test('paths of the shop are unchanged', () => {
  for (const path of ['/', '/items', '/items/1?x=//y', '/dashboard/payment/1#card'])
    assert.equal(safePath(path), path)
})

test('everything else redirects to the home page', () => {
  const unsafePaths = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil',
    '/\n/evil',
    'javascript:alert(1)',
    'https://evil.example',
    '',
    7,
    null,
  ]
  for (const path of unsafePaths) assert.equal(safePath(path), '/', String(path))
})

test('no path ever leaves the origin', () => {
  const anyText = fc.string({ unit: fc.constantFrom('/', '\\', '\t', 'a', ':', '.', '@', '%', '\n', '?') })
  fc.assert(
    fc.property(anyText, text => {
      assert.equal(new URL(safePath(text), 'http://shop.example').origin, 'http://shop.example')
    }),
  )
})
