import assert from 'node:assert/strict'
import { withCards } from '../../../../../tests/helpers/card-shop.ts'
import { markPaid, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { availableQuantityOf, readOrder, startCardPayment } from '../../../../../tests/helpers/paying.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'

/** Fails if the units of a lapsed order are taken before its hold is written: each try would take them again. */
withCards('a lapsed order marked with one that has an open card payment takes its units once', async shop => {
  const { admin, ann, tray, cup, ids } = await twoUnpaid(shop)
  await shop.deps.db.write(tx =>
    tx.updateTable('orders').set({ held_until: 1 }).where('id', '=', ids[0]).execute(),
  )
  await releaseHolds(shop.deps)
  assert.equal((await readOrder(ann, ids[0])).state, 'lapsed')
  await startCardPayment(ann, { _id: ids[1] })
  const both = { with: [ids[1]], amount: 49.5 }

  const { cards } = shop.deps
  const broken = new Proxy(cards, {
    get: (target, name) => {
      if (name === 'cancel') return () => Promise.reject(new Error('no answer'))
      const method = Reflect.get(target, name)
      return typeof method === 'function' ? method.bind(target) : method
    },
  })
  Object.assign(shop.deps, { cards: broken })
  for (const _ of ['first', 'second', 'third'])
    assert.notEqual((await markPaid(shop, admin, ids[0], both)).statusCode, 200)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
  assert.equal((await readOrder(ann, ids[0])).state, 'held')
  // Nobody pays it, so its units come back, once.
  shop.travel(31 * 60_000)
  await releaseHolds(shop.deps)
  assert.equal(await availableQuantityOf(shop, tray._id), 10)

  Object.assign(shop.deps, { cards })
  const answer = await markPaid(shop, admin, ids[0], both)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
  assert.equal(await availableQuantityOf(shop, cup._id), 0)
})
