import assert from 'node:assert/strict'
import { onBothEngines } from '../../../../tests/helpers/shop.ts'

/** Without `available_quantity >= n` in store/items.hold (and the CHECK) this sells all 200 of 10. */
onBothEngines('200 buyers at once for 10 units: exactly 10 orders', async shop => {
  const item = await shop.item({ availableQuantity: 10 })
  const buyers = await Promise.all(Array.from({ length: 200 }, () => shop.customer()))
  // On a machine that is busy with other things some wait too long for a connection, and are told to come back.
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
