import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountFault, dayFault, notedId } from './noted-payment.ts'
import { paidByOf, paidWords } from './paid-by.ts'

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
  assert.equal(paidByOf({ paid_method: 'cash', received_on: null }), undefined)
})

test('the amount is exactly what the orders cost', () => {
  assert.equal(amountFault(7400, 7400, 2), undefined)
  assert.equal(amountFault(7399, 7400, 1), 'This order costs $74.')
  assert.equal(amountFault(7401, 7400, 2), 'These 2 orders cost $74.')
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
