import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/database.ts'
import { openPostgres } from '../db/postgres.ts'
import { depsOf } from '../open-shop.ts'

test('without its database the shop says so, and nothing else', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const db = new Database(openPostgres('postgres://shop@127.0.0.1:1/none', () => undefined))
  const app = buildApp(depsOf(config, db))
  for (const url of ['/api/health', '/api/items', '/api/reviews']) {
    const answer = await app.inject({ url })
    assert.equal(answer.statusCode, 503, url)
    assert.equal(answer.json().code, 'unavailable', url)
    assert.equal(answer.headers['retry-after'], '2', url)
    assert.ok(!answer.body.includes('ECONNREFUSED'), url)
  }
  await app.close()
  await db.close()
})
