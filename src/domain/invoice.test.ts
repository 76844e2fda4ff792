import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { creditDue, formatInvoiceNumber, invoiceNumberIn, kindOf, series } from './invoice.ts'

test('invoice numbers are parsed as they are formatted', () => {
  fc.assert(
    fc.property(fc.constantFrom(...series), fc.integer({ min: 1, max: 999_999_999 }), (series, number) => {
      assert.deepEqual(invoiceNumberIn(formatInvoiceNumber({ series, number })), { series, number })
    }),
  )
  for (const other of ['', 'INV', 'INV-', 'inv-1001', 'CN 1001', 'T-1001', 'INV-1001 ', 'INV-1e3'])
    assert.equal(invoiceNumberIn(other), undefined, other)
})

test('the series and the amount determine the kind of a document', () => {
  assert.equal(kindOf('INV', 100), 'invoice')
  assert.equal(kindOf('CN', 100), 'credit_note')
  assert.equal(kindOf('CN', -100), 'cancellation')
})

/** Fails if a failed refund is not reversed, or if a repeated event credits it again. */
test('after any sequence of refund events, the credit notes add up to the refunded amount', () => {
  const event = fc.record({ done: fc.boolean(), amount: fc.integer({ min: 1, max: 10_000 }) })
  fc.assert(
    fc.property(fc.array(event, { minLength: 1 }), events => {
      let credited = 0
      for (const refund of events) {
        credited += creditDue(refund, credited)
        assert.equal(creditDue(refund, credited), 0, 'the same event again changes nothing')
        assert.equal(credited, refund.done ? refund.amount : 0)
      }
    }),
  )
})
