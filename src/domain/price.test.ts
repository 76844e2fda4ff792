import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { majorOf, totalOf } from './money.ts'
import { priceOf, priceOfSent } from './price.ts'

const orders = fc.array(
  fc.record({
    itemName: fc.string(),
    unitPrice: fc.integer({ min: 1, max: 100_000_000 }),
    quantity: fc.integer({ min: 1, max: 100 }),
  }),
)

test('each order has a line with its unit price, and lines and parts add up to the total', () => {
  fc.assert(
    fc.property(orders, all => {
      const { lines, parts, total } = priceOf(
        all.map(({ unitPrice, ...order }) => ({
          ...order,
          total: totalOf(unitPrice, order.quantity),
          paid: null,
          paidDelivery: 0,
        })),
      )
      assert.deepEqual(
        lines.map(({ text, quantity, unitPrice }) => ({ itemName: text, quantity, unitPrice })),
        all.map(({ itemName, quantity, unitPrice }) => ({ itemName, quantity, unitPrice })),
      )
      assert.equal(
        lines.reduce((sum, line) => sum + line.total, 0),
        total,
      )
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        total,
      )
    }),
  )
})

/** Fails if dollars are added: 0.1 + 0.2 is not 0.3. */
test('orders of the API are priced in whole minor units', () => {
  const sent = [10, 20].map(minor => ({
    itemName: 'Pin',
    quantity: 1,
    totalPrice: majorOf(minor),
    paidAmount: null,
    paidDelivery: 0,
  }))
  assert.equal(priceOfSent(sent).total, 30)
})

/** Fails if the total is what the goods cost, or if the lines do not add up to it. */
test('a paid order costs what was paid for it, and a line names the difference', () => {
  const paid = { itemName: 'Tray', quantity: 2, total: 1000, paid: 900, paidDelivery: 0 }
  assert.deepEqual(priceOf([paid]), {
    lines: [
      { text: 'Tray', quantity: 2, unitPrice: 500, total: 1000 },
      { text: 'Discount', quantity: 1, unitPrice: -100, total: -100 },
    ],
    parts: [900],
    deliveries: [0],
    total: 900,
  })
})
