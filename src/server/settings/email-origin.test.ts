import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig } from '../config.ts'

/** Fails if a demo's emails lead nowhere, or if those of a shop on the internet lead to this machine. */
test('emails lead to PUBLIC_URL, and those of a demo on this machine to the machine', () => {
  const origin = (settings: Record<string, string>) => readConfig(settings).emailOrigin
  assert.equal(origin({ PORT: '3001' }), 'http://localhost:3001')
  assert.equal(origin({ PORT: '0' }), undefined)
  assert.equal(origin({ HOST: '0.0.0.0' }), undefined)
  assert.equal(origin({ SHOP_MODE: 'live' }), undefined)
  assert.equal(origin({ SHOP_MODE: 'live', PUBLIC_URL: 'https://shop.example/' }), 'https://shop.example')
})
