import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type OrderState, orderStates } from './order.ts'
import { type CardPayment, outcomeOf, type PaidFor } from './payment.ts'

const order: PaidFor = { id: 'b1', state: 'held', total: 3400, transactionId: null }
const payment: CardPayment = {
  intentId: 'pi_1',
  status: 'succeeded',
  amount: 3400,
  currency: 'usd',
  orderId: 'b1',
}

test('a good payment of an unpaid order is kept, even when its hold has lapsed', () => {
  assert.equal(outcomeOf(order, payment), 'keep')
  assert.equal(outcomeOf({ ...order, state: 'lapsed' }, payment), 'keep')
})

test('the same news again changes nothing', () => {
  assert.equal(outcomeOf({ ...order, state: 'paid', transactionId: 'pi_1' }, payment), 'already_kept')
})

test('money that cannot be kept goes back', () => {
  assert.equal(outcomeOf({ ...order, state: 'removed' }, payment), 'refund')
  assert.equal(outcomeOf({ ...order, state: 'paid', transactionId: 'pi_2' }, payment), 'refund')
  assert.equal(outcomeOf(order, { ...payment, amount: 3399 }), 'refund')
  assert.equal(outcomeOf(order, { ...payment, amount: 3401 }), 'refund')
  assert.equal(outcomeOf(order, { ...payment, currency: 'eur' }), 'refund')
})

test('what has not succeeded moves nothing', () => {
  assert.equal(outcomeOf(order, { ...payment, status: 'processing' }), 'wait')
  assert.equal(outcomeOf(order, { ...payment, status: 'open' }), 'wait')
  assert.equal(outcomeOf(order, { ...payment, status: 'canceled' }), 'over')
})

/** Where only `paid` counts, news of the payment that comes again after the order was sent gives the money back. */
test('what was kept stays kept when the order is sent, and when its money went back', () => {
  for (const state of ['paid', 'sent', 'refunded'] as const) {
    const settled = { ...order, state, transactionId: payment.intentId }
    assert.equal(outcomeOf(settled, payment), 'already_kept')
    assert.equal(outcomeOf({ ...settled, transactionId: 'pi_other' }, payment), 'refund')
  }
})

test('a payment for another order is never touched', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<OrderState>(...orderStates),
      fc.constantFrom<CardPayment['status']>('open', 'processing', 'succeeded', 'canceled'),
      fc.option(fc.constantFrom('b2', ''), { nil: undefined }),
      (state, status, orderId) => {
        assert.equal(outcomeOf({ ...order, state }, { ...payment, status, orderId }), 'foreign')
      },
    ),
  )
})

test('money is kept or refunded, exactly when it has come', () => {
  fc.assert(
    fc.property(
      fc.record({
        id: fc.constant('b1'),
        state: fc.constantFrom<OrderState>(...orderStates),
        total: fc.constantFrom(3400, 5000),
        transactionId: fc.constantFrom(null, 'pi_1', 'pi_2'),
      }),
      fc.record({
        intentId: fc.constantFrom('pi_1', 'pi_2'),
        status: fc.constantFrom<CardPayment['status']>('open', 'processing', 'succeeded', 'canceled'),
        amount: fc.constantFrom(3400, 5000),
        currency: fc.constantFrom('usd', 'eur'),
        orderId: fc.constant('b1'),
      }),
      (anyOrder, anyPayment) => {
        const moved = ['keep', 'already_kept', 'refund'].includes(outcomeOf(anyOrder, anyPayment))
        assert.equal(moved, anyPayment.status === 'succeeded')
      },
    ),
  )
})
