import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Books } from './books.ts'
import { Invoices } from './invoices.ts'
import type { Invoice, Order } from './wire.ts'

/** Two orders of 20 and 40, paid together; of the second 15 went back. */
const orders = [
  { _id: 'one', number: 'T-1', paid: true, transactionId: 'pi_1', paidAmount: 20, refundedAmount: 0 },
  { _id: 'two', number: 'T-2', paid: true, transactionId: 'pi_1', paidAmount: 40, refundedAmount: 15 },
]
const untaxed = { currency: 'USD', taxes: [], issuedAt: '2030-01-01T10:00:00.000Z' }
const invoice: Invoice = {
  ...untaxed,
  number: 'INV-1001',
  kind: 'invoice',
  amount: 60,
  orders: ['T-1', 'T-2'],
}
const note: Invoice = { ...untaxed, number: 'CN-1001', kind: 'credit_note', amount: 15, orders: ['T-2'] }

function rulesBrokenBy(one: readonly Invoice[], two: readonly Invoice[], sold = orders): string[] {
  const invoices = new Map([
    ['one', one],
    ['two', two],
  ])
  const rules: string[] = []
  // The other books do not matter to these rules.
  new Invoices().quiet({ orders: sold as Order[], invoices } as unknown as Books, rule => rules.push(rule))
  return [...new Set(rules)]
}

test('no complaint: orders that are paid together have one invoice, and credit notes of their own', () => {
  assert.deepEqual(rulesBrokenBy([invoice], [invoice, note]), [])
})

test('no complaint: a cancellation takes a credit note back', () => {
  const mistaken: Invoice = { ...note, number: 'CN-1002', amount: 5 }
  const cancellation: Invoice = { ...mistaken, number: 'CN-1003', kind: 'cancellation' }
  assert.deepEqual(rulesBrokenBy([invoice], [invoice, note, mistaken, cancellation]), [])
})

test('one invoice: each order of a payment has its own', () => {
  const own = (number: string, order: string, amount: number): Invoice => ({
    ...invoice,
    number,
    amount,
    orders: [order],
  })
  assert.ok(
    rulesBrokenBy([own('INV-1001', 'T-1', 20)], [own('INV-1002', 'T-2', 40), note]).includes('one invoice'),
  )
})

test('one invoice: an order of the payment has none', () => {
  assert.deepEqual(rulesBrokenBy([], [invoice, note]), ['one invoice'])
})

test('invoice amount: the invoice is of one of the orders only', () => {
  const less = { ...invoice, amount: 40 }
  assert.deepEqual(rulesBrokenBy([less], [less, note]), ['invoice amount'])
})

test('invoice of its orders: the invoice omits one of them', () => {
  const less = { ...invoice, orders: ['T-2'] }
  assert.deepEqual(rulesBrokenBy([less], [less, note]), ['invoice of its orders'])
})

test('credit note of its order: a credit note is about another order', () => {
  assert.deepEqual(rulesBrokenBy([invoice, { ...note, orders: ['T-2'] }], [invoice]), [
    'credit notes',
    'credit note of its order',
  ])
})

test('invoice number once: two payments have the same invoice', () => {
  const apart = orders.map((order, n) => ({ ...order, transactionId: `pi_${n}` }))
  assert.ok(rulesBrokenBy([invoice], [invoice, note], apart).includes('invoice number once'))
})
