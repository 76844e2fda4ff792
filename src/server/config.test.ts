import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { BadSettings, readConfig } from './config.ts'

test('without settings the shop is a demo on port 3000', () => {
  const config = readConfig({})
  assert.equal(config.port, 3000)
  assert.equal(config.mode, 'demo')
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.holdMs, 24 * 3_600_000)
})

test('an empty setting is a missing one', () => {
  assert.equal(readConfig({ PORT: '', PUBLIC_URL: ' ' }).port, 3000)
})

test('one message names every bad setting, what was given and what is allowed', () => {
  const bad = {
    PORT: '70000',
    PUBLIC_URL: 'shop.example',
    SHOP_MODE: 'test',
    DATABASE_URL: 'mysql://root:secret@host/x',
    HOLD_MINUTES: '1.5',
  }
  assert.throws(
    () => readConfig(bad),
    (error: unknown) => {
      assert.ok(error instanceof BadSettings)
      for (const name of Object.keys(bad))
        assert.match(error.message, new RegExp(`${name} is '.+', but must be .+\\.`))
      assert.ok(!error.message.includes('secret'))
      return true
    },
  )
})

test('a public address has no path', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl, 'https://shop.example')
  assert.throws(() => readConfig({ PUBLIC_URL: 'https://shop.example/path' }), BadSettings)
  assert.throws(() => readConfig({ PUBLIC_URL: 'https://user@shop.example' }), BadSettings)
})

test('.env.example lists every setting', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const source = readFileSync(new URL('./settings.ts', import.meta.url), 'utf8')
  const names = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name)
  assert.ok(names.length >= 9)
  for (const name of names) assert.match(example, new RegExp(`^#? ?${name}=`, 'm'))
})
