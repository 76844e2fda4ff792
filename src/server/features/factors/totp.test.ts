import assert from 'node:assert/strict'
import { test } from 'vitest'
import { codeOf, fromBase32, stepAt, stepOf, toBase32 } from './totp.ts'

const secret = toBase32(Buffer.from('12345678901234567890'))

/** RFC 6238, appendix B: the last six of its eight digits. */
const vectors: readonly [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test('codes match the test vectors of RFC 6238', () => {
  for (const [seconds, code] of vectors) assert.equal(codeOf(secret, stepAt(seconds * 1000)), code)
})

test('a code is valid one step before and after its own, and no longer', () => {
  const at = 1111111109_000
  const step = stepAt(at)
  for (const drift of [-1, 0, 1]) assert.equal(stepOf(secret, codeOf(secret, step + drift), at), step + drift)
  for (const drift of [-2, 2]) assert.equal(stepOf(secret, codeOf(secret, step + drift), at), undefined)
  for (const typed of ['', '08180', '0818045', 'abcdef', '08180x'])
    assert.equal(stepOf(secret, typed, at), undefined)
})

/** RFC 4648, section 10, without the padding. */
test('secrets are encoded in base32', () => {
  for (const [bytes, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(toBase32(Buffer.from(bytes)), text)
    assert.equal(fromBase32(text).toString(), bytes)
  }
})
