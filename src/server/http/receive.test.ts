import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'vitest'
import { requestIds } from './receive.ts'

const asked = (given: string | undefined, remoteAddress: string) =>
  ({
    headers: given === undefined ? {} : { 'x-request-id': given },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage

const proxied = requestIds(['10.0.0.7', '192.0.2.0/24', '2001:db8::1'])
const idOf = (given?: string) => proxied(asked(given, '10.0.0.7'))

/** Fails if a client can write arbitrary text into every line of the log. */
test('a well-formed request id of a proxy is used', () => {
  for (const id of ['abcd-1234', 'x'.repeat(8), 'x'.repeat(64)]) assert.equal(idOf(id), id)
  for (const odd of ['short', 'x'.repeat(65), 'with blanks', 'a"b,c:d}', 'line\nbreak1', ''])
    assert.notEqual(idOf(odd), odd)
  assert.notEqual(idOf(), idOf())
  assert.match(idOf(), /^[\w-]+$/)
})

/** In 6ceb9a3 every client could set it: a request could pose as another in the log. */
test('only a proxy of TRUSTED_PROXIES can set the id of a request', () => {
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '192.0.2.200', '2001:db8::1'])
    assert.equal(proxied(asked('abcd-1234', address)), 'abcd-1234', address)
  for (const address of ['10.0.0.8', '127.0.0.1', '::1', '2001:db8::2', ''])
    assert.notEqual(proxied(asked('abcd-1234', address)), 'abcd-1234', address)
  assert.notEqual(requestIds([])(asked('abcd-1234', '127.0.0.1')), 'abcd-1234')
})
