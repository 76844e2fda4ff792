import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import * as items from '../store/items.ts'
import { Versions } from './versions.ts'

/** Fails where every order makes the answers about all items old, or a change of the item itself goes unnoticed. */
onBothEngines('a change of one row is told from a change of the table', async shop => {
  const [tray, lamp] = [await shop.item({ name: 'Tray' }), await shop.item({ name: 'Lamp' })]
  const { db } = shop.deps
  // Without what other processes do, which PostgreSQL only guesses at.
  const versions = new Versions(() => 0)
  db.versions.changed = changes => versions.changed(changes)
  const seen = () => [
    versions.of(['items']),
    versions.ofRow('items', tray._id),
    versions.ofRow('items', lamp._id),
  ]
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

test('rows that are forgotten count as changed', () => {
  const versions = new Versions(() => 0)
  const change = (id: string) => versions.changed({ tables: new Map([['items', new Set([id])]]) })
  for (let n = 0; n < 3; n++) change('tray')
  const before = versions.ofRow('items', 'tray')
  for (let n = 0; n <= 100_000; n++) change(`other ${n}`)
  assert.ok(versions.ofRow('items', 'tray') > before)
})
