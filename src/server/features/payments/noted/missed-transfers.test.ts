import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { dayMs } from '#domain/day.ts'
import { withCards } from '../../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { confirmed } from '../../../../../tests/helpers/customers.ts'
import { markPaid } from '../../../../../tests/helpers/noted-payments.ts'
import { confirmPaid, startCardPayment } from '../../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../../tests/helpers/shop.ts'
import { offer } from '../../../../../tests/helpers/vouchers.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'

async function offered(shop: TestShop) {
  await changeContent(shop, { transfer: { text: 'IBAN XX00 1234', days: 2 } })
  const ann = await confirmed(shop.deps, await shop.customer())
  const item = await shop.item({ price: 10, availableQuantity: 6 })
  const order = async () => (await ann.order(item, 1)).json<Order>()._id
  const announce = (id: string, others: readonly string[] = []) =>
    ann.call('POST', `/api/booking/${id}/transfer`, others.length > 0 ? { with: others } : {})
  const codeOf = async (id: string, others?: readonly string[]) =>
    (await announce(id, others)).json().code ?? 'waits'
  const remove = (id: string) => ann.call('DELETE', `/api/myBooking/${id}`)
  const announced = async () => {
    const id = await order()
    assert.equal(await codeOf(id), 'waits')
    return id
  }
  return { ann, order, announce, announced, codeOf, remove }
}

/** Fails if removing an order forgets its transfer: the account could hold the stock for ever. */
onBothEngines('after two transfers that did not come, the account pays before the next one', async shop => {
  const { ann, order, announce, announced, codeOf, remove } = await offered(shop)
  const admin = await newAdmin(shop)
  await remove(await announced())
  const second = await announced()
  shop.travel(3 * dayMs)
  await releaseHolds(shop.deps)
  const third = await order()
  const refused = await announce(third)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'transfers_missed'])
  assert.match(refused.json().detail, /^Two transfers that you announced did not reach us\./)
  // A hold that a card page takes again does not make up for the transfer.
  await ann.call('PUT', `/api/booking/${second}/quantity`, { quantity: 2 })
  assert.equal(await codeOf(third), 'transfers_missed')
  await offer(shop, { percent: 100 })
  const covered = await ann.call('POST', `/api/booking/${await order()}/covered`, { voucher: 'WELCOME10' })
  assert.equal(covered.statusCode, 200, covered.body)
  assert.equal(await codeOf(third), 'transfers_missed', 'what a voucher covers costs nothing')
  assert.equal((await markPaid(shop, admin, third, { amount: 10 })).statusCode, 200)
  const fourth = await order()
  assert.equal(await codeOf(fourth), 'waits')
  // What was missed before the payment no longer counts, and repeating is never refused.
  await remove(second)
  await remove(await announced())
  await announced().then(remove)
  assert.equal(await codeOf(fourth), 'waits')
  assert.equal(await codeOf(await order()), 'transfers_missed')
})

onBothEngines('orders that were announced together are one transfer', async shop => {
  const { order, announced, codeOf, remove } = await offered(shop)
  const ids = [await order(), await order()] as const
  assert.equal(await codeOf(ids[0], [ids[1]]), 'waits')
  for (const id of ids) await remove(id)
  await remove(await announced())
  assert.equal(await codeOf(await order()), 'transfers_missed')
})

withCards('an order that was paid by card after all is not missed', async shop => {
  const { ann, announced } = await offered(shop)
  for (const _ of [1, 2, 3]) {
    const id = await announced()
    const intent = await startCardPayment(ann, { _id: id })
    await shop.charge(intent)
    assert.equal((await confirmPaid(ann, id, intent)).statusCode, 200)
  }
  shop.travel(3 * dayMs)
  await announced()
})
