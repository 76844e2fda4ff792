import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Customer } from '../../../tests/helpers/customers.ts'
import { admin, onBothEngines } from '../../../tests/helpers/shop.ts'
import * as items from '../store/items.ts'
import { Versions } from './versions.ts'

/** Fails where every order makes the answers about all items old, or a change of the item itself goes unnoticed. */
onBothEngines('a change of one item is told from a change of all', async shop => {
  const [tray, lamp] = [await shop.item({ name: 'Tray' }), await shop.item({ name: 'Lamp' })]
  const { db } = shop.deps
  // Without what other processes do, which PostgreSQL only guesses at.
  const versions = new Versions(() => 0)
  db.versions.changed = changes => versions.changed(changes)
  const seen = () => [versions.of(['items']), versions.ofItem(tray._id), versions.ofItem(lamp._id)]
  const moved = async (work: () => Promise<unknown>) => {
    const before = seen()
    await work()
    return seen().map((version, at) => version !== before[at])
  }
  const ann = await shop.customer()
  assert.deepEqual(await moved(() => ann.order(tray)), [true, true, false], 'an order')
  assert.deepEqual(
    await moved(() => db.write(tx => items.giveBack(tx, lamp._id, 0))),
    [true, false, true],
    'what comes back',
  )
  assert.deepEqual(
    await moved(() => db.write(tx => tx.updateTable('items').set({ must_quantity: 1 }).execute())),
    [true, true, true],
    'a change of all',
  )
  assert.deepEqual(await moved(() => shop.item()), [true, true, true], 'a new one')
})

/** Fails where all that happens to a review counts: the pages from before it are then gone in the next outage. */
onBothEngines('what is taken from the public is told from all other changes', async shop => {
  const { versions } = shop.deps.db
  const [boss, tray] = [await admin(shop), await shop.item()]
  const item = `/api/item/${tray._id}`
  const words = { name: 'Ann', comment: 'Good', starRating: 5 }
  const { _id } = (await boss.call('POST', '/api/myReview', words)).json()
  const order = (await boss.order(tray)).json()
  const isWithdrawn = async (...call: Parameters<Customer['call']>) => {
    const before = versions.withdrawals
    const answer = await boss.call(...call)
    assert.ok(answer.statusCode < 300, answer.body)
    return versions.withdrawals > before
  }
  assert.equal(await isWithdrawn('POST', '/api/myReview', words), false)
  assert.equal(await isWithdrawn('DELETE', `/api/myBooking/${order._id}`), false)
  assert.equal(await isWithdrawn('PATCH', item, { version: 1, price: 20 }), false)
  assert.equal(await isWithdrawn('PATCH', item, { version: 2, hidden: true }), true)
  assert.equal(await isWithdrawn('DELETE', item), true)
  assert.equal(await isWithdrawn('PATCH', `/api/review/${_id}`, { hidden: true }), true)
  assert.equal(await isWithdrawn('PATCH', `/api/review/${_id}`, { answer: null }), true)
})

test('items that are forgotten count as changed', () => {
  const versions = new Versions(() => 0)
  const change = (id: string) =>
    versions.changed({ tables: new Set(['items']), items: new Set([id]), withdraws: false })
  for (let n = 0; n < 3; n++) change('tray')
  const before = versions.ofItem('tray')
  for (let n = 0; n <= 100_000; n++) change(`other ${n}`)
  assert.ok(versions.ofItem('tray') > before)
})
