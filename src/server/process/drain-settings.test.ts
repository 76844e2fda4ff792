import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig } from '../config.ts'

/** In 6ceb9a3 the shop stopped listening 200 ms after the signal, before any proxy had checked its health. */
test('a shop behind a proxy drains for five seconds; a shop in a terminal ends immediately', () => {
  const drain = (settings: Record<string, string>) => readConfig(settings).drainMs
  assert.equal(drain({}), 0)
  assert.equal(drain({ SHOP_MODE: 'live' }), 0)
  assert.equal(drain({ TRUSTED_PROXIES: '127.0.0.1' }), 5000)
  assert.equal(drain({ HOST: '0.0.0.0' }), 5000)
  assert.equal(drain({ SHOP_MODE: 'live', PUBLIC_URL: 'https://shop.example' }), 5000)
  assert.equal(drain({ HOST: '0.0.0.0', DRAIN_SECONDS: '0' }), 0)
  assert.equal(drain({ DRAIN_SECONDS: '30' }), 30_000)
  assert.throws(() => drain({ DRAIN_SECONDS: '301' }), /from 0 to 300/)
})
