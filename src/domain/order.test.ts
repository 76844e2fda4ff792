import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import {
  conditionsOf,
  isPaid,
  isSendable,
  keptAmountOf,
  leftOf,
  mayHappen,
  orderStates,
  stateOf,
} from './order.ts'

const fresh = { paid_at: null, removed_at: null, released_at: null, sent_at: null, refunded_at: null }

test('an order is held, then lapsed, paid or removed', () => {
  assert.equal(stateOf(fresh), 'held')
  assert.equal(stateOf({ ...fresh, released_at: 1 }), 'lapsed')
  assert.equal(stateOf({ ...fresh, paid_at: 2 }), 'paid')
  assert.equal(stateOf({ ...fresh, removed_at: 3, released_at: 3 }), 'removed')
})

test('a paid order is sent, and refunded before or after that', () => {
  const sent = { ...fresh, paid_at: 2, sent_at: 3 }
  assert.equal(stateOf(sent), 'sent')
  assert.equal(stateOf({ ...sent, refunded_at: 4 }), 'refunded')
  assert.equal(stateOf({ ...fresh, paid_at: 2, refunded_at: 3 }), 'refunded')
})

test('paid and removed orders stay so', () => {
  const moment = fc.option(fc.nat(), { nil: null })
  fc.assert(
    fc.property(moment, moment, moment, (paid_at, removed_at, released_at) => {
      const state = stateOf({ ...fresh, paid_at, removed_at, released_at })
      const open = paid_at === null && removed_at === null
      assert.equal(mayHappen('pay', state), open)
      assert.equal(mayHappen('remove', state), open)
      assert.equal(mayHappen('change', state), open)
    }),
  )
})

/** Lists every state, because a hundred random orders sometimes include no lapsed one. */
test('each state allows exactly its actions', () => {
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

/** Fails if only the state counts: an order could be sent although all its money is being refunded. */
test('a paid order can be sent while some money and units are left', () => {
  const paid = {
    state: 'paid',
    keptAmount: 12.5,
    paidAmount: 20,
    quantity: 3,
    restockedQuantity: 2,
  } as const
  assert.equal(isSendable(paid), true)
  assert.equal(isSendable({ ...paid, keptAmount: 0 }), false)
  assert.equal(isSendable({ ...paid, keptAmount: 0, paidAmount: 0 }), true, 'a voucher has paid it')
  assert.equal(isSendable({ ...paid, restockedQuantity: 3 }), false)
  assert.equal(isSendable({ ...paid, state: 'sent' }), false)
})

/** Fails if the query conditions and `stateOf` differ: a list would then show orders under the wrong state. */
test('the conditions of a state hold for an order exactly when it is in that state', () => {
  const moment = fc.constantFrom(null, 1)
  const moments = fc.record({
    paid_at: moment,
    removed_at: moment,
    released_at: moment,
    sent_at: moment,
    refunded_at: moment,
  })
  fc.assert(
    fc.property(moments, order => {
      const states = orderStates.filter(state =>
        conditionsOf(state).every(({ moment, hasHappened }) => (order[moment] !== null) === hasHappened),
      )
      assert.deepEqual(states, [stateOf(order)])
    }),
  )
})

test('the kept amount excludes refunds, pending refunds and lost disputes', () => {
  const paid = { paid_minor: 1000, refunded_minor: 0, refund_pending_minor: 0, dispute_lost_minor: 0 }
  assert.equal(keptAmountOf({ ...paid, paid_minor: null }), 0)
  assert.equal(keptAmountOf(paid), 1000)
  assert.equal(
    keptAmountOf({ ...paid, refunded_minor: 100, refund_pending_minor: 20, dispute_lost_minor: 3 }),
    877,
  )
  assert.equal(keptAmountOf({ ...paid, refunded_minor: 1000, dispute_lost_minor: 1000 }), 0)
  assert.equal(leftOf(5, []), 5)
})
