import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { isPaid, isSendable, mayHappen, orderStates, stateOf } from './order.ts'

const fresh = { paidAt: null, removedAt: null, releasedAt: null, sentAt: null, refundedAt: null }

test('an order is held, then lapsed, paid or removed', () => {
  assert.equal(stateOf(fresh), 'held')
  assert.equal(stateOf({ ...fresh, releasedAt: 1 }), 'lapsed')
  assert.equal(stateOf({ ...fresh, paidAt: 2 }), 'paid')
  assert.equal(stateOf({ ...fresh, removedAt: 3, releasedAt: 3 }), 'removed')
})

test('a paid order is sent, and refunded before or after that', () => {
  const sent = { ...fresh, paidAt: 2, sentAt: 3 }
  assert.equal(stateOf(sent), 'sent')
  assert.equal(stateOf({ ...sent, refundedAt: 4 }), 'refunded')
  assert.equal(stateOf({ ...fresh, paidAt: 2, refundedAt: 3 }), 'refunded')
})

test('what is paid or removed stays so', () => {
  const moment = fc.option(fc.nat(), { nil: null })
  fc.assert(
    fc.property(moment, moment, moment, (paidAt, removedAt, releasedAt) => {
      const state = stateOf({ ...fresh, paidAt, removedAt, releasedAt })
      const open = paidAt === null && removedAt === null
      assert.equal(mayHappen('pay', state), open)
      assert.equal(mayHappen('remove', state), open)
    }),
  )
})

/** Said one by one: of a hundred random orders now and then none is lapsed. */
test('what may happen to an order, state by state', () => {
  const may = orderStates.map(state => [
    state,
    mayHappen('pay', state),
    mayHappen('remove', state),
    mayHappen('send', state),
    mayHappen('unsend', state),
    mayHappen('refund', state),
    isPaid(state),
  ])
  assert.deepEqual(may, [
    ['held', true, true, false, false, false, false],
    ['lapsed', true, true, false, false, false, false],
    ['paid', false, false, true, false, true, true],
    ['sent', false, false, false, true, true, true],
    ['refunded', false, false, false, false, false, true],
    ['removed', false, false, false, false, false, false],
  ])
})

/** Where only the state counts, an order is sent while all of its money is on its way back. */
test('a paid order is sent while money and units of it are left', () => {
  const paid = { state: 'paid', keptAmount: 12.5, quantity: 3, restockedQuantity: 2 } as const
  assert.equal(isSendable(paid), true)
  assert.equal(isSendable({ ...paid, keptAmount: 0 }), false)
  assert.equal(isSendable({ ...paid, restockedQuantity: 3 }), false)
  assert.equal(isSendable({ ...paid, state: 'sent' }), false)
})
