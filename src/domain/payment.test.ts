import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { isPaid, type OrderState, orderStates } from './order.ts'
import {
  type CardPayment,
  type OwnPayment,
  outcomeOf,
  type PaymentOrder,
  remainderAfter,
  type Share,
  spread,
} from './payment.ts'

const lamp: PaymentOrder = {
  id: 'b1',
  state: 'held',
  amount: 3400,
  goods: 3400,
  total: 3400,
  transactionId: null,
}
const mug: PaymentOrder = {
  id: 'b2',
  state: 'held',
  amount: 1600,
  goods: 1600,
  total: 1600,
  transactionId: null,
}

const own = (...orders: PaymentOrder[]): OwnPayment => ({
  id: 'p1',
  isSettled: false,
  isStopped: false,
  orders,
})

const card = (amount: number, ...orderIds: string[]): CardPayment => ({
  intentId: 'pi_1',
  status: 'succeeded',
  amount,
  currency: 'usd',
  paymentId: 'p1',
  delivery: 0,
  discount: 0,
  voucher: '',
  orderIds,
})

const forLamp = card(3400, 'b1')
const forBoth = card(5000, 'b1', 'b2')

/** The decision for each share, as one word. */
function decisions(payment: OwnPayment, card: CardPayment): string[] {
  const outcome = outcomeOf(payment, card)
  if (outcome.kind !== 'paid') return [outcome.kind]
  return outcome.shares.map(share => (share.what === 'refund' ? share.why : share.what))
}

test('a correct payment of an unpaid order is kept, even if its hold has lapsed', () => {
  assert.deepEqual(decisions(own(lamp), forLamp), ['keep'])
  assert.deepEqual(decisions(own({ ...lamp, state: 'lapsed' }), forLamp), ['keep'])
  assert.deepEqual(decisions(own(lamp, mug), forBoth), ['keep', 'keep'])
})

test('a repeated event changes nothing', () => {
  const settled = { ...lamp, state: 'paid' as const, transactionId: 'pi_1' }
  assert.deepEqual(decisions(own(settled), forLamp), ['already_kept'])
  assert.deepEqual(decisions({ ...own(settled, mug), isSettled: true }, forBoth), [
    'already_kept',
    'other_amount',
  ])
})

test('money that cannot be kept is refunded', () => {
  assert.deepEqual(decisions(own({ ...lamp, state: 'removed' }), forLamp), ['removed'])
  assert.deepEqual(decisions(own({ ...lamp, state: 'paid', transactionId: 'pi_2' }), forLamp), [
    'already_paid',
  ])
  for (const wrong of [{ amount: 3399 }, { amount: 3401 }, { currency: 'eur' }])
    assert.deepEqual(decisions(own(lamp), { ...forLamp, ...wrong }), ['other_amount'])
})

/** Fails if late money pays for fewer pieces than the order has now. */
test('money of a stopped payment pays only orders that still cost the same', () => {
  const stopped = { ...own({ ...lamp, total: 6800 }, mug), isStopped: true }
  assert.deepEqual(decisions(stopped, forBoth), ['other_amount', 'keep'])
  assert.deepEqual(decisions({ ...stopped, isStopped: false }, forBoth), ['keep', 'keep'])
})

/** Fails if one order that cannot be paid decides for the others. */
test('the orders of one payment are decided independently', () => {
  assert.deepEqual(outcomeOf(own({ ...lamp, state: 'removed' }, mug), forBoth), {
    kind: 'paid',
    shares: [
      { orderId: 'b1', amount: 3400, what: 'refund', why: 'removed' },
      { orderId: 'b2', amount: 1600, what: 'keep' },
    ],
  })
  const paidOtherwise = { ...mug, state: 'sent' as const, transactionId: 'pi_2' }
  assert.deepEqual(decisions(own(lamp, paidOtherwise), forBoth), ['keep', 'already_paid'])
})

/** With a wrong amount it is unknown which orders it pays for. */
test('a wrong amount is refunded completely', () => {
  const outcome = outcomeOf(own(lamp, mug), { ...forBoth, amount: 4000 })
  assert.deepEqual(outcome.kind === 'paid' && outcome.shares, [
    { orderId: 'b1', amount: 3400, what: 'refund', why: 'other_amount' },
    { orderId: 'b2', amount: 600, what: 'refund', why: 'other_amount' },
  ])
})

test('a payment that has not succeeded moves no money', () => {
  assert.deepEqual(decisions(own(lamp), { ...forLamp, status: 'processing' }), ['pending'])
  assert.deepEqual(decisions(own(lamp), { ...forLamp, status: 'open' }), ['pending'])
  assert.deepEqual(decisions(own(lamp), { ...forLamp, status: 'canceled' }), ['canceled'])
})

/** Fails if only `paid` counts: a repeated event after the order was sent would refund it. */
test('a kept payment stays kept after the order is sent or refunded', () => {
  for (const state of ['paid', 'sent', 'refunded'] as const) {
    const settled = { ...lamp, state, transactionId: 'pi_1' }
    assert.deepEqual(decisions(own(settled), forLamp), ['already_kept'])
    assert.deepEqual(decisions(own({ ...settled, transactionId: 'pi_other' }), forLamp), ['already_paid'])
  }
})

test('an old payment without a payment id is recognized by its order', () => {
  assert.deepEqual(decisions(own(lamp), { ...forLamp, paymentId: undefined }), ['keep'])
})

const anyStatus = fc.constantFrom<CardPayment['status']>('open', 'processing', 'succeeded', 'canceled')
const anyState = fc.constantFrom<OrderState>(...orderStates)

test('a payment for another order, or another payment, is never touched', () => {
  fc.assert(
    fc.property(
      anyState,
      anyStatus,
      fc.constantFrom([], [''], ['b2'], ['b1', 'b2']),
      (state, status, orderIds) => {
        assert.deepEqual(decisions(own({ ...lamp, state }), { ...forLamp, status, orderIds }), ['foreign'])
        assert.deepEqual(decisions(own({ ...lamp, state }), { ...forLamp, status, paymentId: 'p2' }), [
          'foreign',
        ])
      },
    ),
  )
})

const anyOrders = fc.array(
  fc.record({
    state: anyState,
    amount: fc.integer({ min: 1, max: 5000 }),
    goods: fc.integer({ min: 1, max: 5000 }),
    transactionId: fc.constantFrom(null, 'pi_1', 'pi_2'),
  }),
  { minLength: 1, maxLength: 20 },
)

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

test('every cent received is kept or refunded, and nothing moves before it arrives', () => {
  fc.assert(
    fc.property(
      anyOrders.map(rows => rows.map((row, i) => ({ id: `b${i}`, total: row.goods, ...row }))),
      fc.record({ isSettled: fc.boolean(), isStopped: fc.boolean() }),
      anyStatus,
      fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
      fc.constantFrom('usd', 'eur'),
      (orders, flags, status, other, currency) => {
        const agreed = sumOf(orders.map(({ amount }) => amount))
        const charged = { ...card(other ?? agreed, ...orders.map(({ id }) => id)), status, currency }
        const outcome = outcomeOf({ id: 'p1', ...flags, orders }, charged)
        assert.equal(outcome.kind === 'paid', status === 'succeeded')
        if (outcome.kind !== 'paid') return
        assert.equal(sumOf(outcome.shares.map(({ amount }) => amount)), charged.amount)
        for (const [i, share] of outcome.shares.entries()) assertFair(share, orders[i], flags.isSettled)
        const isKept = outcome.shares.some(({ what }) => what === 'keep')
        assert.ok(!isKept || (charged.amount === agreed && currency === 'usd'))
      },
    ),
  )
})

function assertFair(share: Share, order: PaymentOrder | undefined, isSettled: boolean): void {
  assert.ok(order && share.orderId === order.id)
  if (share.what === 'keep') assert.ok(!isSettled && ['held', 'lapsed'].includes(order.state))
  if (share.what === 'keep') assert.equal(share.amount, order.amount)
  assert.equal(share.what === 'already_kept', isPaid(order.state) && order.transactionId === 'pi_1')
}

test('money fills the shares in order, and none of it is lost', () => {
  assert.deepEqual(spread(50, [20, 20, 20]), [20, 20, 10])
  assert.deepEqual(spread(15, [20, 20]), [15, 0])
  assert.deepEqual(spread(50, [20, 20]), [20, 30])
  fc.assert(
    fc.property(fc.nat(9999), fc.array(fc.nat(999), { minLength: 1, maxLength: 20 }), (money, places) => {
      const parts = spread(money, places)
      assert.equal(sumOf(parts), money)
      assert.ok(parts.every((part, i) => part >= 0 && (part <= (places[i] ?? 0) || i === places.length - 1)))
    }),
  )
})

/** Fails if an order is paid by a charge that cannot belong to it. */
test('a charge pays the remaining orders if others are gone and the amount allows it', () => {
  assert.equal(remainderAfter(forBoth, [3400]), 1600)
  assert.equal(remainderAfter(card(3401, 'b1', 'b2'), [3400]), 1)
  assert.equal(remainderAfter(card(3400, 'b1', 'b2'), [3400]), undefined, 'nothing is left for the other one')
  assert.equal(
    remainderAfter(card(3401, 'b1', 'b2', 'b3'), [3400]),
    undefined,
    'one cent cannot pay two orders',
  )
  assert.equal(remainderAfter(card(5000, 'b1', 'b2', 'b3'), [3400, 1600]), undefined)
  assert.equal(remainderAfter(forBoth, [6000]), undefined)
  assert.equal(remainderAfter(forBoth, []), undefined, 'no order exists')
  assert.equal(remainderAfter({ ...forBoth, discount: 1 }, [3400]), undefined, 'whose discount?')
  assert.equal(remainderAfter({ ...forBoth, currency: 'eur' }, [3400]), undefined)
})
