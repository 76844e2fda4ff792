import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { changeRefusal, quantityRefusal } from './quantity.ts'
import { daysLeft, isLow } from './stock.ts'

test('a quantity between the minimum and the free stock is accepted', () => {
  assert.equal(quantityRefusal(2, { mustQuantity: 2, availableQuantity: 2 }), undefined)
})

test('the refusal says how many are needed or left', () => {
  const below = quantityRefusal(1, { mustQuantity: 2, availableQuantity: 9 })
  assert.equal(below?.code, 'below_minimum')
  assert.equal(below?.message, 'Order at least 2.')
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

/** Fails if an order of the last units could not even keep them. */
test('an order can be changed to what it holds and what is free together', () => {
  const item = { mustQuantity: 2, availableQuantity: 3 }
  const changes = [
    [1, 'Order at least 2.', undefined],
    [2, undefined, undefined],
    [7, undefined, undefined],
    [8, 'Only 3 more left.', 7],
  ] as const
  for (const [quantity, words, left] of changes) {
    const refusal = changeRefusal(quantity, 4, item)
    assert.deepEqual([refusal?.message, refusal?.extras.facts?.left], [words, left], String(quantity))
  }
  const none = { mustQuantity: 1, availableQuantity: 0 }
  assert.equal(changeRefusal(5, 4, none)?.message, 'There are no more left.')
  assert.equal(changeRefusal(3, 4, none), undefined)
  assert.equal(changeRefusal(1, 0, none)?.message, 'This item is sold out.', 'a hold that has lapsed')
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
