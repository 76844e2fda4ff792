import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { ManagedItem } from '#contract/managed-items.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { recordPayment } from '../../../../tests/helpers/record-payment.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'

type Step = { order: number } | { change: number; of: number } | { remove: number } | { pay: number }

const index = fc.nat({ max: 3 })

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ order: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ change: fc.integer({ min: 1, max: 14 }), of: index }),
  fc.record({ change: fc.integer({ min: 1, max: 14 }), of: index }),
  fc.record({ remove: index }),
  fc.record({ pay: index }),
)

interface Model {
  free: number
  orders: { quantity: number; state: 'held' | 'paid' | 'removed'; _id: string }[]
}

/** Whatever is ordered, changed, removed and paid: stocked = free + held + sold. */
onBothEngines('any sequence of changes matches a model of the stock', async shop => {
  const admin = await newAdmin(shop)
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async steps => {
      const ann = await confirmed(shop.deps, await shop.customer())
      const item = await shop.item({ availableQuantity: 12 })
      const model: Model = { free: 12, orders: [] }
      for (const step of steps) await take(shop, ann, item, model, step)
      const now = (await admin.call('GET', `/api/item/${item._id}`)).json<ManagedItem>()
      const sum = (state: string) =>
        model.orders.reduce((all, order) => all + (order.state === state ? order.quantity : 0), 0)
      assert.deepEqual([now.availableQuantity, now.held], [model.free, sum('held')])
      assert.equal(now.stocked, model.free + sum('held') + sum('paid'))
    }),
    { numRuns: 25 },
  )
})

async function take(
  shop: TestShop,
  ann: Customer,
  item: Parameters<Customer['order']>[0],
  model: Model,
  step: Step,
): Promise<void> {
  if ('order' in step) {
    const answer = await ann.order(item, step.order)
    assert.equal(answer.statusCode === 201, step.order <= model.free)
    if (answer.statusCode !== 201) return
    model.free -= step.order
    model.orders.push({ quantity: step.order, state: 'held', _id: answer.json()._id })
    return
  }
  const order = model.orders['of' in step ? step.of : 'remove' in step ? step.remove : step.pay]
  if (!order) return
  const isOpen = order.state === 'held'
  if ('change' in step) {
    const isDone = isOpen && step.change - order.quantity <= model.free
    const { statusCode } = await ann.call('PUT', `/api/booking/${order._id}/quantity`, {
      quantity: step.change,
    })
    assert.equal(statusCode === 200, isDone, JSON.stringify([model, step, statusCode]))
    if (!isDone) return
    model.free += order.quantity - step.change
    order.quantity = step.change
  } else if ('remove' in step) {
    const { statusCode } = await ann.call('DELETE', `/api/myBooking/${order._id}`)
    assert.equal(statusCode === 204, isOpen)
    if (!isOpen) return
    model.free += order.quantity
    order.state = 'removed'
  } else if (isOpen) {
    await shop.deps.db.write(tx => recordPayment(tx, order._id, `pi_${order._id}`))
    order.state = 'paid'
  }
}
