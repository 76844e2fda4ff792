import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { requestId } from './observe.ts'

const idOf = (given?: string) =>
  requestId({ headers: given === undefined ? {} : { 'x-request-id': given } } as unknown as IncomingMessage)

/** Fails where a stranger writes what they like into every line of the log. */
test('the id of a proxy is carried on when it looks like one', () => {
  for (const id of ['abcd-1234', 'x'.repeat(8), 'x'.repeat(64)]) assert.equal(idOf(id), id)
  for (const odd of ['short', 'x'.repeat(65), 'with blanks', 'a"b,c:d}', 'line\nbreak1', ''])
    assert.notEqual(idOf(odd), odd)
  assert.notEqual(idOf(), idOf())
  assert.match(idOf(), /^[\w-]+$/)
})
