import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterEach, test } from 'vitest'
import { currencyOf } from './currencies.ts'
import { setShopCurrency, usDollar } from './currency.ts'
import { majorOf, totalOf } from './money.ts'
import { priceAsAgreed, priceOf, priceOfSent, shareOut } from './price.ts'

afterEach(() => setShopCurrency(usDollar))

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

/** Fails if a page shows today's price of delivery beside a payment that has another, or changes a receipt. */
test('unpaid orders cost what was agreed, paid ones what was paid', () => {
  const sent = { itemName: 'Pin', quantity: 1, totalPrice: 10, paidAmount: null, paidDelivery: 0 }
  const delivery = { price: 490, freeFrom: null }
  const agreed = { delivery: 300, discount: 250 }
  assert.deepEqual(
    priceOfSent([sent], delivery, agreed).lines.map(({ text, total }) => [text, total]),
    [
      ['Pin', 1000],
      ['Discount', -250],
      ['Delivery', 300],
    ],
  )
  assert.equal(priceOfSent([sent], delivery).total, 1490)
  assert.equal(priceOfSent([{ ...sent, paidAmount: 9 }], delivery, agreed).total, 900)
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
    discounts: [100],
    total: 900,
  })
})

/** 490 x 1990 / 4659 is 209.29, x 2470 is 259.78, x 199 is 20.93: the two largest remainders get a cent each. */
test('delivery is shared out in proportion to what the orders cost', () => {
  assert.deepEqual(shareOut(490, [1990, 2470, 199]), [209, 260, 21])
  assert.deepEqual(shareOut(1, [5, 5]), [1, 0])
  assert.deepEqual(shareOut(2, [1, 100, 1]), [0, 2, 0])
})

/** Fails if a share cannot be refunded by itself, because cards take only steps of it. */
test('shares add up, in steps of the currency, and none is off by more than one', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 20 })
  const codes = fc.constantFrom('USD', 'JPY', 'KWD', 'ISK')
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 1_000_000 }), codes, (all, steps, code) => {
      const currency = currencyOf(code)
      setShopCurrency(currency)
      const step = 10 ** (currency.decimals - currency.places)
      const amount = steps * step
      const shares = shareOut(amount, all)
      const whole = all.reduce((sum, size) => sum + size, 0)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        amount,
      )
      for (const [i, share] of shares.entries()) {
        assert.equal(share % step, 0)
        assert.ok(Math.abs(share - (amount * (all[i] ?? 0)) / whole) <= step)
      }
    }),
  )
})

const lamp = { itemName: 'Lamp', quantity: 1, total: 5000, paid: null, paidDelivery: 0 }
const pen = { itemName: 'Pen', quantity: 1, total: 999, paid: null, paidDelivery: 0 }

/** Fails if the sum itself is not free, or if delivery is charged for each order. */
test('delivery is charged once for all, and is free from a sum of goods on', () => {
  const delivery = { price: 490, freeFrom: 5999 }
  assert.equal(priceOf([lamp, pen], delivery).total, 5999)
  const { lines, parts, deliveries, total } = priceOf([lamp, { ...pen, total: 998 }], delivery)
  assert.deepEqual([parts, deliveries, total], [[5408, 1080], [408, 82], 6488])
  assert.deepEqual(lines[2], { text: 'Delivery', quantity: 1, unitPrice: 490, total: 490 })
  assert.equal(priceOf([lamp, pen], { price: 490, freeFrom: null }).total, 6489)
})

/** Fails if an invoice of last year changes when the owner changes the price of delivery. */
test('what is paid contains the delivery that was paid', () => {
  const paid = [
    { ...lamp, paid: 5408, paidDelivery: 408 },
    { ...pen, paid: 980, paidDelivery: 81 },
  ]
  const { lines, parts, total } = priceOf(paid, { price: 5, freeFrom: null })
  assert.deepEqual([parts, total], [[5408, 980], 6388])
  assert.deepEqual(
    lines.slice(2).map(line => [line.text, line.total]),
    [
      ['Discount', -100],
      ['Delivery', 489],
    ],
  )
})

test('a known amount of delivery is shared out in the same way', () => {
  const { parts, deliveries } = priceAsAgreed([lamp, pen], { delivery: 490, discount: 0 })
  assert.deepEqual(
    [parts, deliveries],
    [
      [5408, 1081],
      [408, 82],
    ],
  )
})
