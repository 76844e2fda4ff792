import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { rowTypes, rowTypesFile } from '../scripts/row-types.ts'

test('the row types match the migrated schema: run scripts/row-types.ts', async () => {
  assert.equal(readFileSync(rowTypesFile, 'utf8'), await rowTypes())
})
