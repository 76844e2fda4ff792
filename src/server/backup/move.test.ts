import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { emptyDatabase } from '../../../tests/helpers/databases.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { readConfig } from '../config.ts'
import { claimFolder, DataRefused } from '../db/data-dir.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { openShop } from '../process/open-shop.ts'
import { Refused } from './archive.ts'
import { contentsOf } from './contents.ts'
import { moveToPostgres } from './move.ts'

test('a move copies every table to PostgreSQL, and the original stays', async () => {
  const [embedded, target] = [await emptyDatabase('sqlite'), await emptyDatabase('postgres')]
  const { DATA_DIR } = embedded.environment
  const url = target.environment.DATABASE_URL ?? ''
  await assert.rejects(moveToPostgres(DATA_DIR, url), /no embedded shop/)
  const source = await openShop(readConfig(embedded.environment), () => undefined)
  const odd = 'O’Brien "x" \\ \n é e\u0301 😀 \u202e'
  await source.db.write(tx => tx.updateTable('reviews').set({ comment: odd }).execute())
  await source.db.close()

  const claim = claimFolder(DATA_DIR)
  await assert.rejects(moveToPostgres(DATA_DIR, url), DataRefused)
  claim.release()

  const { contents, broken } = await moveToPostgres(DATA_DIR, url)
  assert.deepEqual([contents.items?.rows, contents.reviews?.rows, broken], [12, 16, []])
  const moved = await openDatabase(readConfig(target.environment), () => undefined)
  const original = await openDatabase(readConfig(embedded.environment), () => undefined)
  assert.deepEqual(await contentsOf(moved.read), contents)
  assert.deepEqual(await contentsOf(original.read), contents)
  assert.deepEqual(await brokenInvariants(moved.read), [])
  assert.equal((await moved.read.selectFrom('reviews').select('comment').executeTakeFirst())?.comment, odd)
  await Promise.all([moved.close(), original.close()])

  await assert.rejects(moveToPostgres(DATA_DIR, url), Refused, 'the target is not empty any more')
  await Promise.all([embedded.remove(), target.remove()])
})

/** Without the comparison in load() a row that changes during the copy goes unnoticed. */
test('a copy that differs from its original is rolled back', async () => {
  const [embedded, target] = [await emptyDatabase('sqlite'), await emptyDatabase('postgres')]
  const url = target.environment.DATABASE_URL ?? ''
  const source = await openShop(readConfig(embedded.environment), () => undefined)
  await source.db.close()
  const parse = BigInt.asUintN
  let calls = 0
  vi.spyOn(BigInt, 'asUintN').mockImplementation((bits: number, value: bigint) =>
    parse(bits, value + (++calls === 40 ? 1n : 0n)),
  )
  await assert.rejects(
    moveToPostgres(embedded.environment.DATA_DIR, url),
    /differs from the original:\n.*differ/,
  )
  vi.restoreAllMocks()
  await moveToPostgres(embedded.environment.DATA_DIR, url)
  await Promise.all([embedded.remove(), target.remove()])
})
