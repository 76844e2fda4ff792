import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { orderStates } from './order.ts'
import { deliveryIn, planRefund, type Refundable, type RefundRequest } from './refund-plan.ts'
import { Refusal } from './refusal.ts'

const paid: Refundable = { state: 'paid', left: 6250, unitsLeft: 5 }

/** The plan, or the code of the refusal. */
function planOf(request: Partial<RefundRequest>, order: Partial<Refundable> = {}) {
  try {
    return planRefund({ restock: false, ...request }, { ...paid, ...order })
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test('the amount defaults to all that is left', () => {
  assert.deepEqual(planOf({}), { amount: 6250, units: 0 })
  assert.deepEqual(planOf({ amount: 500 }), { amount: 500, units: 0 })
  assert.deepEqual(planOf({ amount: 6250 }, { state: 'sent' }), { amount: 6250, units: 0 })
})

test('none, some or all of the remaining units are restocked, as requested', () => {
  assert.deepEqual(planOf({ amount: 500, restock: true }), { amount: 500, units: 5 })
  assert.deepEqual(planOf({ amount: 500, restock: 2 }), { amount: 500, units: 2 })
  assert.deepEqual(planOf({ amount: 500, restock: 0 }), { amount: 500, units: 0 })
  assert.deepEqual(planOf({ amount: 500, restock: true }, { unitsLeft: 0 }), { amount: 500, units: 0 })
})

test('a refund of more than is left is refused, with the maximum', () => {
  assert.equal(planOf({}, { left: 0 }), 'nothing_to_refund')
  assert.equal(planOf({ amount: 1 }, { left: 0, state: 'refunded' }), 'nothing_to_refund')
  assert.equal(planOf({ restock: 6 }), 'bad_input')
  assert.throws(
    () => planRefund({ amount: 6251, restock: false }, paid),
    ({ code, message, extras }: Refusal) => {
      assert.deepEqual([code, message], ['amount_too_high', 'Only $62.50 is left to refund.'])
      assert.deepEqual(extras.facts, { left: 62.5 })
      return true
    },
  )
})

test('an unpaid order cannot be refunded', () => {
  assert.deepEqual(
    orderStates.filter(state => planOf({}, { state }) === 'not_paid'),
    ['held', 'lapsed', 'removed'],
  )
})

test('no request refunds more than is left', () => {
  const minor = fc.integer({ min: 1, max: 300 })
  const request = fc.record({
    amount: fc.option(minor, { nil: undefined }),
    restock: fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 9 })),
  })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 12 }), fc.integer({ min: 1, max: 900 }), (requests, total) => {
      const order = { ...paid, left: total, unitsLeft: 5 }
      for (const one of requests) {
        const plan = planOf(one, order)
        if (typeof plan === 'string') continue
        assert.ok(plan.amount > 0 && plan.units >= 0)
        if (one.amount !== undefined) assert.equal(plan.amount, one.amount)
        order.left -= plan.amount
        order.unitsLeft -= plan.units
      }
      assert.ok(order.left >= 0 && order.unitsLeft >= 0, JSON.stringify(order))
    }),
  )
})

/** Fails if the shop offers a refund that the provider refuses. */
test('a disputed or lost payment cannot be refunded', () => {
  const order: Refundable = { state: 'paid', left: 1000, unitsLeft: 1 }
  for (const dispute of ['open', 'lost'] as const)
    assert.throws(() => planRefund({ restock: false }, { ...order, dispute }), { code: 'payment_disputed' })
  assert.deepEqual(planRefund({ restock: false }, order), { amount: 1000, units: 0 })
})

test('delivery goes back last', () => {
  const order = { left: 500, delivery: 150 }
  const shares = [100, 350, 351, 500, 900].map(amount => deliveryIn(amount, order))
  assert.deepEqual(shares, [0, 0, 1, 150, 150])
  assert.deepEqual(
    [20, 100].map(amount => deliveryIn(amount, { left: 100, delivery: 150 })),
    [20, 100],
  )
  assert.equal(deliveryIn(500, { left: 500, delivery: 0 }), 0)
})
