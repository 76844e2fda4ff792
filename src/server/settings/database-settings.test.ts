import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig } from '../config.ts'

test('the size of the pool and the direct address behind a pooler are read', () => {
  const DATABASE_URL = 'postgres://shop@127.0.0.1:6432/shop'
  assert.equal(readConfig({ DATABASE_URL }).databasePoolSize, 10)
  assert.equal(readConfig({ DATABASE_URL, DATABASE_POOL_SIZE: '25' }).databasePoolSize, 25)
  for (const size of ['0', '1', '1001', 'many', '-3'])
    assert.throws(
      () => readConfig({ DATABASE_URL, DATABASE_POOL_SIZE: size }),
      /DATABASE_POOL_SIZE is '.+', but must be a number of connections from 2 to 1000, for each process\./,
    )
  const DATABASE_DIRECT_URL = 'postgres://shop@127.0.0.1:5432/shop'
  assert.equal(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL }).databaseDirectUrl, DATABASE_DIRECT_URL)
  assert.throws(
    () => readConfig({ DATABASE_DIRECT_URL }),
    /DATABASE_DIRECT_URL names the server behind a pooler, and DATABASE_URL.*is not set/,
  )
})
