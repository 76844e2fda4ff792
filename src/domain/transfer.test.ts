import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { PricedOrder } from './price.ts'
import { type AnnouncedOrder, deliveriesToTell, priceAsTold } from './transfer.ts'

const order = (total: number, toldDelivery: number | null = null): AnnouncedOrder => ({
  ...({ itemName: 'Tray', quantity: 1, paid: null, paidDelivery: 0 } satisfies Partial<PricedOrder>),
  total,
  toldDelivery,
})

const flat = { price: 490, freeFrom: null }

test('orders that are announced together share the delivery', () => {
  assert.deepEqual(deliveriesToTell([order(3700), order(1250)], flat), [366, 124])
  assert.deepEqual(deliveriesToTell([order(3700), order(1250)], { price: 490, freeFrom: 4000 }), [0, 0])
  assert.deepEqual(deliveriesToTell([order(3700)], null), [0])
})

test('what was told before stays, and the rest is for the others', () => {
  assert.deepEqual(deliveriesToTell([order(3700, 490), order(1250)], flat), [490, 0])
  assert.deepEqual(deliveriesToTell([order(3700, 100), order(1250), order(1250)], flat), [100, 195, 195])
  assert.deepEqual(deliveriesToTell([order(3700, 900), order(1250)], flat), [900, 0])
  assert.deepEqual(deliveriesToTell([order(3700, 0)], flat), [0])
})

test('the price as told has the delivery of each order, if all were announced', () => {
  const price = priceAsTold([order(3700, 366), order(1250, 124)])
  assert.deepEqual(price?.parts, [4066, 1374])
  assert.deepEqual([price?.deliveries, price?.discounts, price?.total], [[366, 124], [0, 0], 5440])
  assert.equal(price?.lines.at(-1)?.text, 'Delivery')
  assert.equal(priceAsTold([order(3700, 0)])?.total, 3700)
  assert.equal(priceAsTold([order(3700, 366), order(1250)]), undefined)
})
