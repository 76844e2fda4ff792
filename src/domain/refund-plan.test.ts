import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { orderStates } from './order.ts'
import { planRefund, type Refundable, type RefundRequest } from './refund-plan.ts'
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

test('without an amount all that is left goes back, with one as much', () => {
  assert.deepEqual(planOf({}), { amount: 6250, units: 0 })
  assert.deepEqual(planOf({ amount: 500 }), { amount: 500, units: 0 })
  assert.deepEqual(planOf({ amount: 6250 }, { state: 'sent' }), { amount: 6250, units: 0 })
})

test('units go back on the shelf as many as are said: none, some, or all that are not there yet', () => {
  assert.deepEqual(planOf({ amount: 500, restock: true }), { amount: 500, units: 5 })
  assert.deepEqual(planOf({ amount: 500, restock: 2 }), { amount: 500, units: 2 })
  assert.deepEqual(planOf({ amount: 500, restock: 0 }), { amount: 500, units: 0 })
  assert.deepEqual(planOf({ amount: 500, restock: true }, { unitsLeft: 0 }), { amount: 500, units: 0 })
})

test('what is more than is left is refused, and says how much that is', () => {
  assert.equal(planOf({}, { left: 0 }), 'nothing_to_refund')
  assert.equal(planOf({ amount: 1 }, { left: 0, state: 'refunded' }), 'nothing_to_refund')
  assert.equal(planOf({ restock: 6 }), 'bad_input')
  assert.throws(
    () => planRefund({ amount: 6251, restock: false }, paid),
    ({ code, message, extras }: Refusal) => {
      assert.deepEqual([code, message], ['amount_too_high', 'Only $62.50 is left to give back.'])
      assert.deepEqual(extras.facts, { left: 62.5 })
      return true
    },
  )
})

test('what was not paid has nothing to give back', () => {
  assert.deepEqual(
    orderStates.filter(state => planOf({}, { state }) === 'not_paid'),
    ['held', 'lapsed', 'removed'],
  )
})

test('whatever is requested, never more goes back than is left', () => {
  const cents = fc.integer({ min: 1, max: 300 })
  const request = fc.record({
    amount: fc.option(cents, { nil: undefined }),
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

/** Fails where the shop offers what the provider refuses. */
test('nothing goes back of a payment that is disputed or was lost', () => {
  const order: Refundable = { state: 'paid', left: 1000, unitsLeft: 1 }
  for (const dispute of ['open', 'lost'] as const)
    assert.throws(() => planRefund({ restock: false }, { ...order, dispute }), { code: 'payment_disputed' })
  assert.deepEqual(planRefund({ restock: false }, order), { amount: 1000, units: 0 })
})
