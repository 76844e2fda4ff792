import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { daysLeft, isLow, quantityRefusal } from './stock.ts'

test('a quantity between the minimum and the free stock is accepted', () => {
  assert.equal(quantityRefusal(2, { mustQuantity: 2, availableQuantity: 2 }), undefined)
})

test('the refusal says how many are needed or left', () => {
  const below = quantityRefusal(1, { mustQuantity: 2, availableQuantity: 9 })
  assert.equal(below?.code, 'below_minimum')
  assert.equal(below?.message, 'Please order at least 2.')
  const over = quantityRefusal(10, { mustQuantity: 2, availableQuantity: 9 })
  assert.equal(over?.code, 'out_of_stock')
  assert.deepEqual(over?.extras.facts, { left: 9 })
  assert.equal(
    quantityRefusal(2, { mustQuantity: 2, availableQuantity: 0 })?.message,
    'This item is sold out.',
  )
})

test('exactly the quantities from the minimum to the stock are accepted', () => {
  const small = fc.integer({ min: 0, max: 50 })
  fc.assert(
    fc.property(small, small, small, (quantity, mustQuantity, availableQuantity) => {
      const accepted = quantityRefusal(quantity, { mustQuantity, availableQuantity }) === undefined
      assert.equal(accepted, quantity >= mustQuantity && quantity <= availableQuantity)
    }),
  )
})

test('an item is low below the threshold, or if it would sell out within a week at the current pace', () => {
  assert.equal(isLow({ free: 4, soldInWeek: 0 }, 5), true)
  assert.equal(isLow({ free: 5, soldInWeek: 0 }, 5), false)
  assert.equal(isLow({ free: 20, soldInWeek: 20 }, 5), true)
  assert.equal(isLow({ free: 21, soldInWeek: 20 }, 5), false)
  assert.equal(isLow({ free: 0, soldInWeek: 0 }, 0), false)
  assert.equal(isLow({ free: 0, soldInWeek: 1 }, 0), true)
})

test('a faster seller runs out earlier', () => {
  assert.equal(daysLeft({ free: 0, soldInWeek: 0 }), 0)
  assert.equal(daysLeft({ free: 10, soldInWeek: 70 }), 1)
  assert.equal(daysLeft({ free: 10, soldInWeek: 0 }), Number.POSITIVE_INFINITY)
})
