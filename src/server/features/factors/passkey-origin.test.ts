import assert from 'node:assert/strict'
import { test } from 'vitest'
import { passkeyOrigin } from './passkey-origin.ts'

test('a passkey is for the name in the shop’s address', () => {
  assert.deepEqual(passkeyOrigin('https://shop.example:8443'), {
    origin: 'https://shop.example:8443',
    rpId: 'shop.example',
  })
  assert.deepEqual(passkeyOrigin('http://localhost:3000'), {
    origin: 'http://localhost:3000',
    rpId: 'localhost',
  })
})

test('where an address allows none, it is said why', () => {
  for (const [origin, words] of [
    [undefined, /PUBLIC_URL/],
    ['http://127.0.0.1:3000', /open the shop as http:\/\/localhost:3000\./],
    ['http://[::1]', /open the shop as http:\/\/localhost\./],
    ['https://192.0.2.7', /numbers only/],
    ['https://[2001:db8::1]', /numbers only/],
    ['http://shop.example', /https/],
  ] as const)
    assert.throws(() => passkeyOrigin(origin), { code: 'feature_off', message: words })
})
