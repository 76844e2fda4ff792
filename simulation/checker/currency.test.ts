import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountIn, isCharged, isTooFine, keptNumber, thousandthsIn } from './amounts.ts'
import { mustBeNamed } from './currency.ts'
import { emails, type Money, type SettledWorld, settledWorld, shelfOf } from './settled-world.ts'
import { publicPart, Trace } from './trace.ts'

/** A shop that sells in yen, with an owner and a customer. */
function newShop(): { t: Trace; item: ReturnType<Trace['addItem']> } {
  const t = new Trace()
  t.admin()
  t.sellIn('JPY')
  const item = t.addItem({ price: 1850, currency: 'JPY' })
  t.signUp('ann')
  return { t, item }
}

type Play = (t: Trace, item: ReturnType<Trace['addItem']>) => void

const good = (title: string, play: Play): void =>
  void test(`no complaint: ${title}`, () => {
    const { t, item } = newShop()
    play(t, item)
    assert.deepEqual(t.sentences, [])
  })

const bad = (rule: string, title: string, play: Play): void =>
  void test(`${rule}: ${title}`, () => {
    const { t, item } = newShop()
    play(t, item)
    assert.deepEqual([...new Set(t.rules)], [rule], t.sentences.join('\n'))
  })

const save = (currency: string) => ({ body: { version: 2, content: { currency } } })
const saveCall = 'PUT /api/shopContent'
const undoCall = 'POST /api/shopContent/undo'
const readItem = (t: Trace, item: ReturnType<Trace['addItem']>) => {
  t.wait(1)
  t.ask('ann', `GET /api/items/${item._id}`, 200, publicPart(item))
}

good('an order is paid in yen', (t, item) => {
  t.pay('ann', t.place('ann', item))
})

good('another currency is refused once there is an order', (t, item) => {
  t.place('ann', item)
  t.refuse('olga', saveCall, 409, 'currency_fixed', save('EUR'))
  t.refuse('olga', undoCall, 409, 'currency_fixed', { body: { version: 2 } })
  readItem(t, item)
})

good('another currency is accepted once all orders are removed', (t, item) => {
  t.place('ann', item)
  t.sellIn('EUR')
  readItem(t, { ...item, currency: 'EUR' })
  t.pay('ann', t.place('ann', { ...item, currency: 'EUR' }))
})

good('the owner changes their mind before the first order', (t, item) => {
  t.sellIn('EUR')
  readItem(t, { ...item, currency: 'EUR' })
  t.ask('olga', undoCall, 200, save('JPY').body, { body: { version: 3 } })
  t.pay('ann', t.place('ann', item))
})

good('while another currency is saved, items may be in both', (t, item) => {
  const saving = t.send('olga', saveCall, save('KWD'))
  readItem(t, item)
  readItem(t, { ...item, currency: 'KWD' })
  t.answer(saving, 200, save('KWD').body)
  t.place('ann', { ...item, currency: 'KWD' })
})

good('a price keeps its number, and is rounded to whole yen', t => {
  t.sellIn('USD')
  const item = t.addItem({ price: 18.5 })
  const cheap = t.addItem({ price: 0.2 })
  t.sellIn('JPY')
  readItem(t, { ...item, price: 19, currency: 'JPY' })
  readItem(t, { ...cheap, price: 1, currency: 'JPY' })
})

bad('item edit kept', 'a price is converted', t => {
  t.sellIn('USD')
  const item = t.addItem({ price: 18.5 })
  t.sellIn('JPY')
  readItem(t, { ...item, price: 1850, currency: 'JPY' })
})

bad('currency fixed', 'another currency is accepted although somebody has paid', (t, item) => {
  t.pay('ann', t.place('ann', item))
  t.ask('olga', saveCall, 200, save('EUR').body, save('EUR'))
})

bad('currency fixed', 'an undo brings another currency although somebody has paid', (t, item) => {
  t.pay('ann', t.place('ann', item))
  t.wait(1)
  t.ask('olga', undoCall, 200, save('EUR').body, { body: { version: 2 } })
})

bad('currency fixed', 'another currency is said to be saved, and is not', (t, item) => {
  t.pay('ann', t.place('ann', item))
  t.ask('olga', saveCall, 200, save('JPY').body, save('EUR'))
})

bad('item edit kept', 'yen are refused, and a price is rounded all the same', t => {
  t.sellIn('USD')
  const item = t.addItem({ price: 18.5 })
  t.pay('ann', t.place('ann', item))
  t.refuse('olga', saveCall, 409, 'currency_fixed', save('JPY'))
  readItem(t, { ...item, price: 19 })
})

bad('currency named', 'the second order is in another currency', (t, item) => {
  t.place('ann', item)
  t.wait(1)
  t.place('ann', { ...item, currency: 'EUR' })
})

bad('currency named', 'an item is in dollars after the owner has chosen yen', (t, item) => {
  readItem(t, { ...item, currency: 'USD' })
})

bad('currency named', 'a payment is in dollars', (t, item) => {
  const order = t.place('ann', item)
  const answer = { clientSecret: 'pi_1_secret_x', amount: 3700, currency: 'USD' }
  t.ask('ann', 'POST /api/create-payment-intent', 200, answer, { body: { _id: order._id } })
})

const shopInDollars = (): Trace => {
  const t = new Trace()
  t.admin()
  return t
}

test('an answer with money names its currency, once worlds sell in several', () => {
  const t = shopInDollars()
  t.ask('olga', 'GET /api/insights', 200, { totals: { takings: 0 } })
  assert.deepEqual(t.rules, mustBeNamed ? ['currency named'] : [])
})

bad('amount in whole steps', 'half a yen is refunded', (t, item) => {
  const paid = t.pay('ann', t.place('ann', item))
  const back = { refundedAmount: 0.5, refundableAmount: 3699.5, keptAmount: 3699.5 }
  t.ask('ann', `GET /api/booking/${paid._id}`, 200, { ...paid, ...back })
})

bad('amount in whole steps', 'an order has half a yen of delivery', (t, item) => {
  t.ask('ann', 'GET /api/myBag', 200, [{ ...t.place('ann', item), paidDelivery: 0.5 }])
})

bad('email in the currency', 'an email says dollars', (t, item) => {
  const { number } = t.pay('ann', t.place('ann', item))
  t.mail('ann@example.com', 'Oak Tray is on its way', `Oak Tray (${number}, 2 at $1,850 each): ¥3,700`)
})

const yen: Money = { code: 'JPY', price: 1850, each: '¥1,850', total: '¥3,700', minorUnits: 1 }
const euros: Money = { code: 'EUR', price: 18.5, each: '€18.50', total: '€37', minorUnits: 100 }
const dinars: Money = {
  ...{ code: 'KWD', price: 18.5, each: 'KWD\u00a018.500', total: 'KWD\u00a037', minorUnits: 1000 },
}

for (const money of [yen, euros, dinars])
  test(`no complaint: everything is settled in ${money.code}`, async () => {
    const world = settledWorld(money)
    emails(world)
    await world.t.quiet(shelfOf(world))
    assert.deepEqual(world.t.sentences, [])
  })

const badBooks = (rule: string, title: string, money: Money, breakIt: (world: SettledWorld) => void): void =>
  void test(`${rule}: ${title}`, async () => {
    const world = settledWorld(money)
    emails(world)
    breakIt(world)
    await world.t.quiet(shelfOf(world))
    assert.deepEqual([...new Set(world.t.rules)], [rule], world.t.sentences.join('\n'))
  })

badBooks('charged in the currency', 'the provider has charged dollars', euros, world => {
  world.payments = [{ ...world.payment, currency: 'usd' }]
})

badBooks('books match the provider', 'the provider has charged a hundred times as many yen', yen, world => {
  const [refund] = world.payment.refunds
  world.payments = [
    { ...world.payment, received: 370_000, refunds: refund ? [{ ...refund, amount: 1850 }] : [] },
  ]
})

for (const amount of [49, 100_000_000])
  badBooks('amount that cards take', `${amount} yen are to be paid`, yen, world => {
    const other = { ...world.payment, id: 'pi_other', status: 'canceled', received: 0, refunds: [] }
    world.payments = [world.payment, { ...other, amount }]
  })

badBooks('amount that cards take', 'single fils are to be paid', dinars, world => {
  const other = { ...world.payment, id: 'pi_other', status: 'canceled', received: 0, refunds: [] }
  world.payments = [world.payment, { ...other, amount: 1255 }]
})

badBooks('amount in whole steps', 'credit notes are about single fils', dinars, world => {
  const key = Object.keys(world.lists).find(path => path.endsWith('/invoices')) ?? ''
  const [invoice, note] = world.lists[key] as object[]
  world.lists[key] = [invoice, { ...note, amount: 18.495 }, { ...note, number: 'CN-1002', amount: 0.005 }]
})

test('amounts of a currency', () => {
  assert.deepEqual(
    [1850.5, 1850].map(amount => isTooFine(amount, 'JPY')),
    [true, false],
  )
  assert.deepEqual(
    [1.255, 1.25].map(amount => isTooFine(amount, 'KWD')),
    [true, false],
  )
  assert.deepEqual(
    [18.505, 18.5, 0.07].map(amount => isTooFine(amount, 'EUR')),
    [true, false, false],
  )
  assert.deepEqual(
    [5.5, 5].map(amount => isTooFine(amount, 'ISK')),
    [true, false],
  )
  assert.deepEqual(
    ['JPY', 'EUR', 'KWD', 'ISK'].map(code => thousandthsIn(1850, code)),
    [1_850_000, 18_500, 1850, 18_500],
  )
  assert.deepEqual(
    [keptNumber(18_500, 'JPY'), keptNumber(200, 'JPY'), keptNumber(18_500, 'KWD')],
    [19_000, 1000, 18_500],
  )
  assert.deepEqual(
    [isCharged(10, 'KWD'), isCharged(15, 'KWD'), isCharged(49, 'USD'), isCharged(100, 'ISK')],
    [true, false, false, true],
  )
  assert.deepEqual([amountIn('¥1,850', 'JPY'), amountIn('KWD\u00a01.250', 'KWD')], [1_850_000, 1250])
  assert.deepEqual(
    [amountIn('$18.50', 'EUR'), amountIn('18.50', 'USD'), amountIn('', 'USD')],
    [Number.NaN, Number.NaN, Number.NaN],
  )
})
