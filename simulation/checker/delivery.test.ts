import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sharesOf } from './delivery.ts'
import { paidOf, Trace } from './trace.ts'
import type { Order } from './wire.ts'

const saveCall = 'PUT /api/shopContent'
const payment = 'pi_1'

const contentOf = (deliveryPrice: unknown, currency = 'USD') => ({
  body: { version: 1, content: { currency, taxRates: [], deliveryPrice } },
})

/** The owner saves a price, and the shop accepts it. */
const enter = (t: Trace, deliveryPrice: unknown, currency?: string) => {
  const save = contentOf(deliveryPrice, currency)
  t.ask('olga', saveCall, 200, save.body, save)
  t.wait(1)
}

/** What a shop says and does about the delivery of two trays of 18.50 and a cup of 9.99, which Ann pays together. */
interface Facts {
  price: unknown
  /** What the page says. */
  amount: number
  delivery: number
  /** Of the first tray, the cup and the second tray. */
  shares: readonly number[]
  /** The orders that are kept. */
  kept: readonly number[]
  /** Of the others. */
  unpaidShare: number
  charged: number
  refunded: number
  metadata: Readonly<Record<string, string>>
  /** The lines of the invoice, and which order each is about. */
  lines: readonly object[]
  receipt: string
  takings: number
  vouchers: { code: string; discount: number }[]
  before: (t: Trace) => void
  /** After the payment was opened. */
  meanwhile: (t: Trace, orders: readonly Order[]) => void
}

const usual = { price: 4.9, freeFrom: 47 }
const orderLine = (order: number, total: number) => ({
  order,
  text: 'Thing',
  quantity: 1,
  unitPrice: total,
  total,
})
const goodsLines = (...cents: number[]) => cents.map((total, order) => orderLine(order, total))
const deliveryLine = (total: number) => ({ text: 'Delivery', quantity: 1, unitPrice: total, total })

/** 490 cents are shared as 192.9, 104.2 and 192.9. */
const right: Facts = {
  price: usual,
  amount: 51.89,
  delivery: 4.9,
  shares: [1.93, 1.04, 1.93],
  kept: [0, 1, 2],
  unpaidShare: 0,
  charged: 5189,
  refunded: 0,
  metadata: { delivery: '490' },
  lines: [...goodsLines(1850, 999, 1850), deliveryLine(490)],
  receipt: 'Delivery: $4.90\nPaid together: $51.89',
  takings: 51.89,
  vouchers: [],
  before: () => undefined,
  meanwhile: () => undefined,
}

/** Without delivery. */
const free: Partial<Facts> = {
  amount: 46.99,
  delivery: 0,
  shares: [0, 0, 0],
  charged: 4699,
  metadata: {},
  lines: goodsLines(1850, 999, 1850),
  receipt: 'Paid together: $46.99',
  takings: 46.99,
}

const rules = [
  ...['bad delivery refused', 'amount to pay', 'delivery that was entered', 'share of delivery'],
  ...['delivery is noted', 'lines of an invoice', 'receipt amount', 'takings', 'paid by a card'],
  ...['books match the provider', 'paid once', 'invoice amount', 'amount in whole steps', 'discounts'],
]

async function play(given: Partial<Facts>): Promise<Trace> {
  const facts = { ...right, ...given }
  const t = new Trace()
  t.admin()
  enter(t, facts.price)
  const [tray, cup] = [t.addItem({ price: 18.5 }), t.addItem({ price: 9.99, name: 'Cup' })]
  t.signUp('ann')
  const orders = [tray, cup, tray].map(item => t.place('ann', item, { quantity: 1 }))
  facts.before(t)
  t.wait(1)
  openPayment(t, orders, facts)
  facts.meanwhile(t, orders)
  t.ask('ann', `POST /v1/payment_intents/${payment}/confirm`, 200, { status: 'succeeded' }, { to: 'cards' })
  const { kept, shares, unpaidShare: paidDelivery } = facts
  const settled = orders.map((order, n) =>
    kept.includes(n) ? paidFor(order, shares[n] ?? 0) : { ...order, paidDelivery },
  )
  for (const order of settled) t.ask('ann', `GET /api/booking/${order._id}`, 200, order)
  t.mail('ann@example.com', 'Your receipt for Oak Tray', receiptOf(settled, facts))
  await t.quiet(shelfOf(settled, facts))
  return t
}

function openPayment(t: Trace, [first, ...others]: readonly Order[], { amount, delivery }: Facts): void {
  const answer = { clientSecret: `${payment}_secret_x`, amount, delivery, currency: 'USD' }
  const body = { _id: first?._id, with: others.map(({ _id }) => _id) }
  t.ask('ann', 'POST /api/create-payment-intent', 200, answer, { body })
}

function paidFor(order: Order, paidDelivery: number): Order {
  const paidAmount = Number((order.totalPrice + paidDelivery).toFixed(2))
  const paid = paidOf(order, payment)
  return { ...paid, paidDelivery, paidAmount, keptAmount: paidAmount, refundableAmount: paidAmount }
}

const numbersOf = (orders: readonly Order[]) => orders.filter(({ paid }) => paid).map(({ number }) => number)

const receiptOf = (orders: readonly Order[], { receipt }: Facts) =>
  `Thank you.\n\n${numbersOf(orders).join('\n')}\n${receipt}\nTransaction id: ${payment}`

function shelfOf(orders: readonly Order[], { charged, refunded, metadata, lines, takings, vouchers }: Facts) {
  const [first] = orders.filter(({ paid }) => paid)
  const amount = orders.reduce((sum, order) => sum + (order.paidAmount ?? 0), 0)
  const invoice = { number: 'INV-1001', kind: 'invoice', amount: Number(amount.toFixed(2)), currency: 'USD' }
  const document = { ...invoice, taxes: [], orders: numbersOf(orders), issuedAt: first?.createdAt }
  const printed = {
    ...invoice,
    lines: lines.map(line => ({
      ...line,
      ...('order' in line && { order: orders[Number(line.order)]?.number }),
    })),
  }
  return {
    payments: [
      {
        id: payment,
        status: 'succeeded',
        amount: charged,
        received: charged,
        currency: 'usd',
        metadata: { bookingId: first?._id ?? '', ...metadata },
        refunds: refunded > 0 ? [{ id: 're_1', amount: refunded, status: 'succeeded', metadata: {} }] : [],
        disputes: [],
      },
    ],
    lists: {
      '/api/booking': orders,
      '/api/insights?days=365': { currency: 'USD', totals: { takings }, vouchers },
      [`/api/booking/${first?._id}/invoice.pdf`]: JSON.stringify(printed),
      ...Object.fromEntries(
        orders.map(({ _id, paid }) => [`/api/booking/${_id}/invoices`, paid ? [document] : []]),
      ),
    },
  }
}

const brokenIn = ({ rules: broken }: Trace) => [...new Set(broken.filter(rule => rules.includes(rule)))]

const good = (title: string, facts: Partial<Facts>): void =>
  void test(`no complaint: ${title}`, async () => {
    const t = await play(facts)
    assert.deepEqual(brokenIn(t), [], t.sentences.join('\n'))
  })

const bad = (rule: string, title: string, facts: Partial<Facts>): void =>
  void test(`${rule}: ${title}`, async () => {
    const t = await play(facts)
    assert.deepEqual(brokenIn(t), [rule], t.sentences.join('\n'))
  })

good('three orders share the delivery', {})
good('nothing is charged from the free sum on', { ...free, price: { ...usual, freeFrom: 46.99 } })
good('nothing is charged without a price', { ...free, price: null })
good('the payment is opened again', { meanwhile: (t, orders) => openPayment(t, orders, right) })
good('the price changes after the payment was opened', { meanwhile: t => enter(t, { ...usual, price: 6 }) })

/** The cup is sold out. */
const withoutCup: Partial<Facts> = {
  kept: [0, 2],
  refunded: 999 + 104,
  lines: [orderLine(0, 1850), orderLine(2, 1850), deliveryLine(386)],
  receipt: 'Delivery: $3.86\nPaid together: $40.86',
  takings: 40.86,
}

good('an order is not kept, and its share goes back with it', withoutCup)

good('nobody knows whether a save arrived whose answer was lost', {
  before: t => t.lose(t.send('olga', saveCall, contentOf(null))),
  ...free,
})

good('the owner takes the price back with an undo', {
  ...free,
  before: t =>
    t.ask('olga', 'POST /api/shopContent/undo', 200, contentOf(null).body, { body: { version: 2 } }),
})

bad('delivery that was entered', 'each order is charged for delivery', {
  ...{ amount: 61.69, delivery: 14.7, shares: [5.79, 3.12, 5.79], charged: 6169, takings: 61.69 },
  ...{ metadata: { delivery: '1470' }, lines: [...goodsLines(1850, 999, 1850), deliveryLine(1470)] },
  receipt: 'Delivery: $14.70\nPaid together: $61.69',
})

bad('delivery that was entered', 'the free sum is forgotten', { price: { ...usual, freeFrom: 40 } })
bad('delivery that was entered', 'the free sum itself is not free', { price: { ...usual, freeFrom: 46.99 } })
bad('delivery that was entered', 'goods below the free sum are free', free)
bad('delivery that was entered', 'an earlier price is charged', {
  before: t => enter(t, { ...usual, price: 6 }),
})
bad('delivery that was entered', 'a price that was removed is charged', { before: t => enter(t, null) })

bad('delivery that was entered', 'a save that was refused has an effect', {
  before: t => t.refuse('olga', saveCall, 409, 'changed_meanwhile', contentOf(null)),
  ...free,
})

bad('amount to pay', 'the goods cost more than the orders', {
  price: { ...usual, freeFrom: null },
  ...{ amount: 52, charged: 5200, refunded: 11 },
})

bad('amount to pay', 'the card is charged more than the page says', { charged: 5200, refunded: 11 })

bad('share of delivery', 'each order has as much', {
  shares: [1.64, 1.63, 1.63],
})

bad('share of delivery', 'what is left is given to the last', { shares: [1.92, 1.04, 1.94] })

bad('paid by a card', 'the parts of the orders leave out the delivery', {
  meanwhile: (t, [order]) => {
    if (!order) return
    t.ask('ann', `POST /v1/payment_intents/${payment}/confirm`, 200, {}, { to: 'cards' })
    t.ask('ann', `GET /api/booking/${order._id}`, 200, { ...paidOf(order, payment), paidDelivery: 1.93 })
  },
})

bad('books match the provider', 'the share of an order that is not kept stays', {
  ...withoutCup,
  refunded: 999,
})
bad('share of delivery', 'an order that is not kept has one', { ...withoutCup, unpaidShare: 1.04 })

bad('delivery is noted', 'the provider does not know about it', { metadata: {} })
bad('delivery is noted', 'the provider is told about dollars', { metadata: { delivery: '4.9' } })
bad('receipt amount', 'the receipt has no line for it', { receipt: 'Paid together: $51.89' })
bad('receipt amount', 'the receipt has another amount', { receipt: 'Delivery: $5\nPaid together: $51.89' })
bad('receipt amount', 'the receipt has a line for nothing', {
  ...{ ...free, price: null },
  receipt: 'Delivery: $4.90\nPaid together: $46.99',
})
bad('lines of an invoice', 'the invoice has no line for it', { lines: goodsLines(1850, 999, 1850) })
const reduced = { tax: { name: 'Reduced', percent: 5.5 } }
const [tray, cup, otherTray] = goodsLines(1850, 999, 1850)
const twoRates = [tray ?? {}, { ...cup, ...reduced }, otherTray ?? {}]

good('each rate has a line of its delivery', {
  lines: [...twoRates, deliveryLine(386), { ...deliveryLine(104), ...reduced }],
})

bad('lines of an invoice', 'all delivery has the rate of the trays', {
  lines: [...twoRates, deliveryLine(490)],
})
bad('lines of an invoice', 'the line comes first', {
  lines: [deliveryLine(490), ...goodsLines(1850, 999, 1850)],
})
bad('lines of an invoice', 'an order contains its share', {
  lines: [...goodsLines(2043, 1103, 2043), deliveryLine(490)],
})
bad('takings', 'they leave out the delivery', { takings: 46.99 })
bad('discounts', 'a voucher is listed that no order has used', {
  vouchers: [{ code: 'WELCOME10', discount: 1.85 }],
})

test('amount to pay: a payment is about something else when it is opened again', async () => {
  const t = await play({
    meanwhile: (trace, orders) => openPayment(trace, orders, { ...right, ...free }),
  })
  assert.deepEqual(brokenIn(t).toSorted(), ['amount to pay', 'delivery that was entered'])
})

const wrong: Readonly<Record<string, [unknown, string?]>> = {
  'no price': [{ price: null, freeFrom: null }],
  'a price of nothing': [{ price: 0, freeFrom: null }],
  'a price below nothing': [{ price: -4.9, freeFrom: null }],
  'a price with parts of a cent': [{ price: 4.905, freeFrom: null }],
  'a price with parts of a yen': [{ price: 490.5, freeFrom: null }, 'JPY'],
  'a price of single fils': [{ price: 4.905, freeFrom: null }, 'KWD'],
  'more than a million dollars': [{ price: 1_000_000.01, freeFrom: null }],
  'more than a hundred million yen': [{ price: 100_000_001, freeFrom: null }, 'JPY'],
  'more than a hundred thousand dinars': [{ price: 100_000.01, freeFrom: null }, 'KWD'],
  'free from nothing on': [{ price: 4.9, freeFrom: 0 }],
  'free from parts of a cent on': [{ price: 4.9, freeFrom: 10.001 }],
  'free from too much on': [{ price: 4.9, freeFrom: 1_000_000.01 }],
  'no free sum': [{ price: 4.9 }],
  'no object': [4.9],
}

/** The shop accepts a price, and all else is as it was. */
function rulesAfterSaving([price, currency]: [unknown, string?]): string[] {
  const t = new Trace()
  t.admin()
  enter(t, price, currency)
  return t.rules
}

for (const [title, given] of Object.entries(wrong)) {
  test(`bad delivery refused: ${title} is accepted`, () => {
    assert.deepEqual(rulesAfterSaving(given), ['bad delivery refused'])
  })
}

test('no complaint: the highest prices of each currency are accepted', () => {
  for (const [most, currency] of [
    [1_000_000, 'USD'],
    [1_000_000, 'EUR'],
    [100_000_000, 'JPY'],
    [100_000, 'KWD'],
  ] as const)
    assert.deepEqual(rulesAfterSaving([{ price: most, freeFrom: most }, currency]), [])
})

test('delivery is shared in whole steps, and what is left goes to the largest remainders', () => {
  assert.deepEqual(
    [
      sharesOf(4900, [18_500, 18_500, 18_500], 10),
      sharesOf(10, [1000, 3000, 2000], 10),
      sharesOf(1000, [5000, 5000], 1000),
      sharesOf(0, [1, 2], 10),
      sharesOf(7000, [999_999_990_000, 10_000, 10_000], 1000),
    ],
    [
      [1640, 1630, 1630],
      [0, 10, 0],
      [1000, 0],
      [0, 0],
      [7000, 0, 0],
    ],
  )
})
