import assert from 'node:assert/strict'
import { test } from 'vitest'
import { identity } from '#contract/identity.ts'
import { itemForm } from '#contract/items.ts'
import { orderForm } from '#contract/orders.ts'
import { withRules } from './form.tsx'
import { rulesOf } from './shape-rules.ts'

const item = rulesOf(itemForm)
const tray = {
  name: ' Oak Desk Tray ',
  description: 'For pens',
  availableQuantity: '5',
  mustQuantity: '2',
  price: '34.50',
}

test('typed text is parsed by the shape: trimmed text, and numbers as numbers', () => {
  assert.deepEqual(item.read(tray), {
    sent: {
      name: 'Oak Desk Tray',
      description: 'For pens',
      availableQuantity: 5,
      mustQuantity: 2,
      price: 34.5,
    },
  })
})

test('each field shows its first error, with the contract’s sentence', () => {
  assert.deepEqual(item.read({ name: '  ', mustQuantity: '1.5', price: '0.001' }), {
    errors: {
      name: 'Name is required',
      description: 'Description is required',
      availableQuantity: 'Quantity is required',
      mustQuantity: 'Enter a whole number.',
      price: 'Enter an amount with at most two decimals.',
    },
  })
  const errorOf = (changes: Record<string, string>) => item.read({ ...tray, ...changes }).errors
  assert.deepEqual(errorOf({ price: '0' }), { price: 'The price must be at least $0.01.' })
  assert.deepEqual(errorOf({ price: '1000000.01' }), { price: 'The price must be at most $1,000,000.' })
  assert.deepEqual(errorOf({ price: '' }), { price: 'Price is required' })
  assert.deepEqual(errorOf({ mustQuantity: '0' }), { mustQuantity: 'Enter at least 1.' })
  assert.deepEqual(errorOf({ availableQuantity: '1000001' }), {
    availableQuantity: 'Enter at most 1,000,000.',
  })
  assert.deepEqual(errorOf({ mustQuantity: '6' }), {
    mustQuantity: 'The must quantity cannot be more than the quantity.',
  })
})

test('a field tells the browser the limits of its shape, also behind a pipe', () => {
  assert.deepEqual(item.limitsOf('name'), { maxLength: 120 })
  assert.deepEqual(item.limitsOf('mustQuantity'), { min: 1, max: 1_000_000 })
  assert.deepEqual(rulesOf(identity.signUp.body).limitsOf('email'), { maxLength: 254 })
  assert.deepEqual(item.limitsOf('image'), {})
})

test('further rules come after those of the shape', () => {
  const rules = withRules(rulesOf(orderForm), () => ({ quantity: 'Only 3 left.', itemName: 'Sold out.' }))
  const filled = { ownerName: 'Ann', email: 'Ann@Example.com', mobileNumber: '1', address: 'x' }
  assert.deepEqual(rules.read({ ...filled, quantity: '' }), {
    errors: { quantity: 'Quantity is required', itemName: 'Sold out.' },
  })
  const fine = withRules(rulesOf(orderForm), () => ({}))
  assert.deepEqual(fine.read({ ...filled, quantity: '4' }), {
    sent: { ...filled, email: 'ann@example.com', quantity: 4 },
  })
})
