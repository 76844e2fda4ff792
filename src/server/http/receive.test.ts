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

/** Fails where a stranger writes what they like into every line of the log. */
test('the id of a proxy is carried on when it looks like one', () => {
  for (const id of ['abcd-1234', 'x'.repeat(8), 'x'.repeat(64)]) assert.equal(idOf(id), id)
  for (const odd of ['short', 'x'.repeat(65), 'with blanks', 'a"b,c:d}', 'line\nbreak1', ''])
    assert.notEqual(idOf(odd), odd)
  assert.notEqual(idOf(), idOf())
  assert.match(idOf(), /^[\w-]+$/)
})

/** On 6ceb9a3 anybody's was believed: a request could pass for another's in the log. */
test('nobody but a proxy of TRUSTED_PROXIES names a request', () => {
  for (const address of ['10.0.0.7', '::ffff:10.0.0.7', '192.0.2.200', '2001:db8::1'])
    assert.equal(proxied(asked('abcd-1234', address)), 'abcd-1234', address)
  for (const address of ['10.0.0.8', '127.0.0.1', '::1', '2001:db8::2', ''])
    assert.notEqual(proxied(asked('abcd-1234', address)), 'abcd-1234', address)
  assert.notEqual(requestIds([])(asked('abcd-1234', '127.0.0.1')), 'abcd-1234')
})
