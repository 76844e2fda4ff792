import assert from 'node:assert/strict'
import { test } from 'vitest'
import { acceptedEncoding } from './encoding.ts'

const best = (accepted?: string) => acceptedEncoding({ headers: { 'accept-encoding': accepted } })

test('the best compression that the browser accepts is chosen', () => {
  assert.equal(best('gzip, deflate, br, zstd'), 'br')
  assert.equal(best('gzip, br;q=0.5'), 'br')
  assert.equal(best('br;q=0, gzip'), 'gzip')
  assert.equal(best('br; q=0.0, gzip ; q=0'), undefined)
  assert.equal(best('identity'), undefined)
  assert.equal(best(undefined), undefined)
})
