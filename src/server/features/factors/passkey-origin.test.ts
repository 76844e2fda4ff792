import assert from 'node:assert/strict'
import { test } from 'vitest'
import { passkeyOrigin } from './passkey-origin.ts'

test('passkeys are bound to the host name of the shop', () => {
  assert.deepEqual(passkeyOrigin('https://shop.example:8443'), {
    origin: 'https://shop.example:8443',
    rpId: 'shop.example',
  })
  assert.deepEqual(passkeyOrigin('http://localhost:3000'), {
    origin: 'http://localhost:3000',
    rpId: 'localhost',
  })
})

test('if the shop’s address does not allow passkeys, the reason is given', () => {
  for (const [origin, words] of [
    [undefined, /PUBLIC_URL/],
    ['http://127.0.0.1:3000', /Open the shop as http:\/\/localhost:3000\./],
    ['http://[::1]', /Open the shop as http:\/\/localhost\./],
    ['https://192.0.2.7', /IP address/],
    ['https://[2001:db8::1]', /IP address/],
    ['http://shop.example', /https/],
  ] as const)
    assert.throws(() => passkeyOrigin(origin), { code: 'feature_off', message: words })
})
