import assert from 'node:assert/strict'
import { orderOf } from '../../../../tests/helpers/customers.ts'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

/** Without `available_quantity >= n` in store/items.hold (and the CHECK), this sells all 200 of 10. */
onBothEngines('200 concurrent buyers of 10 units place exactly 10 orders', async shop => {
  const item = await shop.item({ availableQuantity: 10 })
  const buyers = await Promise.all(Array.from({ length: 200 }, () => shop.customer()))
  // On a busy machine some requests time out waiting for a connection, and get a 503.
  const answers = await Promise.all(
    buyers.map(async buyer => {
      for (;;) {
        const answer = await buyer.order(item)
        if (answer.statusCode !== 503) return answer
      }
    }),
  )
  const placed = answers.filter(answer => answer.statusCode === 201)
  const refused = answers.filter(answer => answer.statusCode === 409)
  assert.equal(placed.length, 10)
  assert.equal(refused.length, 190)
  assert.ok(refused.every(answer => answer.json().code === 'out_of_stock'))
  const left = await shop.call({ url: `/api/items/${item._id}` })
  assert.equal(left.json().availableQuantity, 0)
})

/** 6ceb9a3 accepted such orders, and held stock for orders that could never be paid. */
onSqlite('a shop without card keys takes orders, live or as a demo', async shop => {
  const [item, buyer] = [await shop.item({ availableQuantity: 5 }), await shop.customer()]
  for (const mode of ['live', 'demo']) {
    const app = buildApp({ ...shop.deps, config: readConfig({ SHOP_MODE: mode, LOG_LEVEL: 'fatal' }) })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/booking',
      headers: { authorization: `Bearer ${buyer.token}` },
      payload: orderOf(item, buyer.email, 1),
    })
    assert.equal(answer.statusCode, 201, answer.body)
    await app.close()
  }
  const left = await shop.call({ url: `/api/items/${item._id}` })
  assert.equal(left.json().availableQuantity, 3)
})
