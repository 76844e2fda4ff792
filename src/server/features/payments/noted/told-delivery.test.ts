import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { confirmed } from '../../../../../tests/helpers/customers.ts'
import { markPaid, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import { onBothEngines, type TestShop } from '../../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../../books/invariants.ts'

const transfer = { text: 'Tuckshop\nIBAN XX00 1234', days: 7 }

const chargeDelivery = (shop: TestShop, price: number) =>
  changeContent(shop, { deliveryPrice: { price, freeFrom: null } })

async function told(shop: TestShop, together: boolean) {
  await changeContent(shop, { transfer })
  await chargeDelivery(shop, 4.9)
  const known = await twoUnpaid(shop)
  await confirmed(shop.deps, known.ann)
  const body = together ? { with: [known.ids[1]] } : {}
  const answer = await known.ann.call('POST', `/api/booking/${known.ids[0]}/transfer`, body)
  assert.equal(answer.statusCode, 200, answer.body)
  return { ...known, waiting: answer.json<Order[]>() }
}

/** Fails if the amount is only compared with what delivery costs when the money comes. */
onBothEngines('money comes as it was told, also after delivery got another price', async shop => {
  const { admin, ann, ids, waiting } = await told(shop, false)
  assert.deepEqual(
    waiting.map(({ transferDelivery }) => transferDelivery),
    [4.9],
  )
  await chargeDelivery(shop, 8)
  const again = await ann.call('POST', `/api/booking/${ids[0]}/transfer`, {})
  assert.equal(again.json()[0].transferDelivery, 4.9)
  const refused = await markPaid(shop, admin, ids[0], { amount: 36 })
  assert.deepEqual(refused.json().fields, {
    amount: 'This order costs $45 with delivery, or $37 without. The customer was told to transfer $41.90.',
  })
  const [paid] = (await markPaid(shop, admin, ids[0], { amount: 41.9 })).json<Order[]>()
  assert.deepEqual([paid?.paidAmount, paid?.paidDelivery], [41.9, 4.9])
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

onBothEngines('orders that were told together are marked together or each with its share', async shop => {
  const { admin, ids, waiting } = await told(shop, true)
  assert.deepEqual(
    waiting.map(({ transferDelivery }) => transferDelivery),
    [3.66, 1.24],
  )
  await changeContent(shop, { deliveryPrice: null })
  const [tray] = (await markPaid(shop, admin, ids[0], { amount: 40.66 })).json<Order[]>()
  assert.deepEqual([tray?.paidAmount, tray?.paidDelivery], [40.66, 3.66])
  const [cup] = (await markPaid(shop, admin, ids[1], { amount: 13.74 })).json<Order[]>()
  assert.deepEqual([cup?.paidAmount, cup?.paidDelivery], [13.74, 1.24])
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

onBothEngines('one payment of orders that were told together contains what was told', async shop => {
  const { admin, ids } = await told(shop, true)
  await chargeDelivery(shop, 8)
  const answer = await markPaid(shop, admin, ids[0], { with: [ids[1]], amount: 54.4 })
  assert.deepEqual(
    answer.json<Order[]>().map(({ paidDelivery }) => paidDelivery),
    [3.66, 1.24],
  )
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
