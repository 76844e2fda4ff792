import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mayHappen, stateOf } from './order.ts'

test('an order is held, then lapsed, paid or removed', () => {
  assert.equal(stateOf({ paidAt: null, removedAt: null, releasedAt: null }), 'held')
  assert.equal(stateOf({ paidAt: null, removedAt: null, releasedAt: 1 }), 'lapsed')
  assert.equal(stateOf({ paidAt: 2, removedAt: null, releasedAt: null }), 'paid')
  assert.equal(stateOf({ paidAt: null, removedAt: 3, releasedAt: 3 }), 'removed')
})

test('what is paid or removed stays so', () => {
  const moment = fc.option(fc.nat(), { nil: null })
  fc.assert(
    fc.property(moment, moment, moment, (paidAt, removedAt, releasedAt) => {
      const state = stateOf({ paidAt, removedAt, releasedAt })
      const open = paidAt === null && removedAt === null
      assert.equal(mayHappen('pay', state), open)
      assert.equal(mayHappen('remove', state), open)
    }),
  )
})

/** Said one by one: of a hundred random orders now and then none is lapsed. */
test('what may happen to an order, state by state', () => {
  const may = (['held', 'lapsed', 'paid', 'removed'] as const).map(state => [
    state,
    mayHappen('pay', state),
    mayHappen('remove', state),
  ])
  assert.deepEqual(may, [
    ['held', true, true],
    ['lapsed', true, true],
    ['paid', false, false],
    ['removed', false, false],
  ])
})
