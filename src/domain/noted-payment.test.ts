import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountFault, dayFault, notedId, paidWords } from './noted-payment.ts'
import { paidByOf } from './payment-method.ts'

test('the words name how and when the money came', () => {
  assert.equal(paidWords({ method: 'transfer', on: '2026-11-03' }), 'Paid by transfer on 3 November 2026')
  assert.equal(paidWords({ method: 'cash', on: '2026-01-31' }), 'Paid in cash on 31 January 2026')
  assert.equal(
    paidWords({ method: 'terminal', on: '2024-02-29' }),
    'Paid by card at the terminal on 29 February 2024',
  )
})

test('only an order that was paid without the card provider says how', () => {
  assert.deepEqual(paidByOf({ paid_method: 'cash', received_on: '2026-11-03' }), {
    method: 'cash',
    on: '2026-11-03',
  })
  assert.equal(paidByOf({ paid_method: null, received_on: null }), undefined)
  assert.equal(paidByOf({ paid_method: 'card', received_on: null }), undefined)
})

test('the amount is exactly what the orders cost', () => {
  const included = { whole: 7400, goods: 7400, told: undefined }
  assert.equal(amountFault(7400, included, 2), undefined)
  assert.equal(amountFault(7399, included, 1), 'This order costs $74.')
  assert.equal(amountFault(7401, included, 2), 'These 2 orders cost $74.')
  const delivered = { whole: 7890, goods: 7400, told: undefined }
  for (const either of [7890, 7400]) assert.equal(amountFault(either, delivered, 2), undefined)
  assert.equal(amountFault(490, delivered, 1), 'This order costs $78.90 with delivery, or $74 without.')
})

test('an amount that the customer was told is right too', () => {
  const told = { whole: 7890, goods: 7400, told: 7800 }
  for (const one of [7890, 7400, 7800]) assert.equal(amountFault(one, told, 1), undefined)
  assert.equal(
    amountFault(1, told, 1),
    'This order costs $78.90 with delivery, or $74 without. The customer was told to transfer $78.',
  )
  for (const same of [7890, 7400]) {
    const sentence = amountFault(1, { ...told, told: same }, 1)
    assert.equal(sentence, 'This order costs $78.90 with delivery, or $74 without.')
  }
})

test('the day is within the last year', () => {
  for (const on of ['2026-11-19', '2026-11-18', '2025-11-19'])
    assert.equal(dayFault(on, '2026-11-19'), undefined)
  assert.equal(dayFault('2026-11-20', '2026-11-19'), 'This day has not come yet.')
  assert.equal(dayFault('2025-11-18', '2026-11-19'), 'This is more than a year ago.')
  // There is no 29 February in the year before.
  assert.equal(dayFault('2027-03-01', '2028-02-29'), undefined)
  assert.equal(dayFault('2027-02-28', '2028-02-29'), 'This is more than a year ago.')
})

test('the id fits where those of the card provider do', () => {
  assert.equal(notedId('0199a000-0000-7000-8000-000000000001'), 'noted_0199a000000070008000000000000001')
  assert.match(notedId('0199a000-0000-7000-8000-000000000001'), /^\w{1,255}$/)
})
