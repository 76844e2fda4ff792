import assert from 'node:assert/strict'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import * as rateCounters from './rate-counters.ts'

const limit = { name: 'sign-in ann', most: 3, withinMs: 1000 }

/** Fails if one good attempt clears all bad ones: an attacker could sign in to their own account after every ninth guess. */
onBothEngines('giving back an attempt lowers the count by one, and never below zero', async shop => {
  const { db } = shop.deps
  const count = (now: number) => db.write(tx => rateCounters.count(tx, limit, now))
  const giveBack = () => db.write(tx => rateCounters.giveBack(tx, limit.name))
  for (const moment of [1, 2, 3]) assert.equal(await count(moment), undefined)
  assert.equal(await rateCounters.spentUntil(db.read, limit, 3), 1001)
  await giveBack()
  assert.equal(await rateCounters.spentUntil(db.read, limit, 3), undefined)
  assert.equal(await count(4), undefined)
  assert.equal(await count(5), 1001, 'the window starts with the first attempt')
  assert.equal(await rateCounters.spentUntil(db.read, limit, 1001), undefined)
  assert.equal(await count(1001), undefined, 'a new window starts afterwards')
  for (let n = 0; n < 5; n++) await giveBack()
  for (const moment of [1002, 1003, 1004]) assert.equal(await count(moment), undefined)
  assert.equal(await count(1005), 2001)
})
