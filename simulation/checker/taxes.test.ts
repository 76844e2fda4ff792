import assert from 'node:assert/strict'
import { test } from 'vitest'
import { worldCurrencies } from '../interfaces.ts'
import { minorIn } from './amounts.ts'
import { emails, type Money, settledWorld, shelfOf } from './settled-world.ts'
import { isSplit, taxIn } from './tax-sums.ts'
import { paidOf, type Shelf, Trace } from './trace.ts'
import type { Invoice, ManagedItem, Order, TaxPart } from './wire.ts'

const from = '2029-01-01'
const standard = { name: 'Standard', percent: 20, from }
const reduced = { name: 'Reduced', percent: 5.5, from }
const saveCall = 'PUT /api/shopContent'

const contentOf = (taxRates: unknown, currency = 'USD') => ({
  body: { version: 1, content: { currency, taxRates } },
})

/** The owner saves rates, and the shop accepts them. */
const enter = (t: Trace, taxRates: unknown, currency?: string) =>
  t.ask('olga', saveCall, 200, contentOf(taxRates, currency).body, contentOf(taxRates, currency))

const part = (rate: { name: string; percent: number }, gross: number, tax: number, digits = 2): TaxPart => ({
  name: rate.name,
  percent: rate.percent,
  gross,
  net: Number((gross - tax).toFixed(digits)),
  tax,
})

const negative = ({ gross, net, tax, ...rate }: TaxPart): TaxPart => ({
  ...rate,
  gross: -gross,
  net: -net,
  tax: -tax,
})

/** Ann pays a tray of 18.50 at 20 %, a cup of 9.99 at 5.5 % and a tray together; all of the first tray goes back in parts. */
class TaxedWorld {
  readonly t = new Trace()
  readonly tray: ManagedItem
  readonly cup: ManagedItem
  readonly orders: Order[]
  invoice: Invoice
  notes: Invoice[]
  /** The report has one line for each rate of each document. A shop adds them up. */
  report = () => {
    const credited = this.notes.flatMap(note => note.taxes).map(negative)
    return [...this.invoice.taxes, ...credited].map(one => ({ month: '2030-01', ...one }))
  }

  constructor() {
    const { t } = this
    t.admin()
    enter(t, [standard, reduced])
    this.tray = this.add('', { price: 18.5 })
    this.cup = this.add('Reduced', { price: 9.99, name: 'Cup' })
    t.wait(1)
    t.signUp('ann')
    this.orders = [this.tray, this.cup, this.tray].map(item =>
      paidOf(t.place('ann', item, { quantity: 1 }), 'pi_1'),
    )
    const [first] = this.orders
    const orders = this.orders.map(order => order.number)
    const document = { currency: 'USD', issuedAt: t.iso() }
    // 37 x 20 / 120 = 6.1667, and 9.99 x 5.5 / 105.5 = 0.5208.
    const taxes = [part(standard, 37, 6.17), part(reduced, 9.99, 0.52)]
    this.invoice = { ...document, number: 'INV-1001', kind: 'invoice', amount: 46.99, orders, taxes }
    // 6.10 contain 1.0167, 12.20 contain 2.0333, and 18.50 contain 3.0833.
    this.notes = [
      ...[part(standard, 6.1, 1.02), part(standard, 6.1, 1.01), part(standard, 6.3, 1.05)].map(
        (credited, n): Invoice => ({
          ...document,
          number: `CN-${1001 + n}`,
          kind: 'credit_note',
          amount: credited.gross,
          orders: [first?.number ?? ''],
          taxes: [credited],
        }),
      ),
    ]
  }

  /** An item with the name of its rate. */
  add(tax: string, fields: Partial<ManagedItem>): ManagedItem {
    return this.t.addItem({ ...fields, ...{ tax } })
  }

  /** The other books do not matter here. */
  shelf(): Shelf {
    const [first, ...others] = this.orders.map(order => order._id)
    const invoices = others.map(id => [`/api/booking/${id}/invoices`, [this.invoice]])
    return {
      lists: {
        ...Object.fromEntries(invoices),
        [`/api/booking/${first}/invoices`]: [this.invoice, ...this.notes],
        '/api/booking': this.orders,
        '/api/taxes': { currency: 'USD', months: this.report() },
      },
    }
  }
}

const taxRules = [
  ...['tax adds up', 'tax of an invoice', 'tax of credit notes', 'tax report'],
  ...['rate that was entered', 'rate in use stays', 'bad rate refused'],
]

/** Which of the rules about taxes are broken, each once. */
async function rulesBrokenIn(world: TaxedWorld): Promise<string[]> {
  await world.t.quiet(world.shelf())
  return [...new Set(world.t.rules.filter(rule => taxRules.includes(rule)))]
}

const good = (title: string, change: (world: TaxedWorld) => void): void =>
  void test(`no complaint: ${title}`, async () => {
    const world = new TaxedWorld()
    change(world)
    assert.deepEqual(await rulesBrokenIn(world), [], world.t.sentences.join('\n'))
  })

const bad = (rule: string, title: string, change: (world: TaxedWorld) => void): void =>
  void test(`${rule}: ${title}`, async () => {
    const world = new TaxedWorld()
    change(world)
    assert.deepEqual(await rulesBrokenIn(world), [rule], world.t.sentences.join('\n'))
  })

function issue(world: TaxedWorld, taxes: readonly TaxPart[], notes: readonly Invoice[] = []): void {
  world.invoice = { ...world.invoice, taxes }
  world.notes = [...notes]
}

const withTaxes = (note: Invoice | undefined, ...taxes: TaxPart[]): Invoice[] =>
  note ? [{ ...note, taxes }] : []

good('two rates, and one order is credited in three parts', () => undefined)

good('a credit note is cancelled, and issued again', world => {
  const [first, second, third] = world.notes
  if (!first || !second || !third) return
  const cancelled = withTaxes(second, part(standard, -6.1, -1.01))
  world.notes = [
    ...[first, second],
    ...cancelled.map(note => ({ ...note, number: 'CN-1003', kind: 'cancellation' as const })),
    ...[
      { ...second, number: 'CN-1004' },
      { ...third, number: 'CN-1005' },
    ],
  ]
})

good('an item has a name that the shop no longer has', world => {
  world.t.ask('olga', `DELETE /api/item/${world.cup._id}`, 204)
  enter(world.t, [standard])
})

good('orders are untaxed before the first day of a rate', world => {
  enter(world.t, [{ ...standard, from: '2030-02-01' }, reduced])
  world.t.wait(1)
  world.invoice = { ...world.invoice, issuedAt: world.t.iso() }
  issue(
    world,
    [part(reduced, 9.99, 0.52)],
    world.notes.flatMap(note => withTaxes(note)),
  )
})

good('nobody knows whether a save arrived whose answer was lost', world => {
  world.t.lose(world.t.send('olga', saveCall, contentOf([{ ...standard, percent: 10 }, reduced])))
  world.t.wait(1)
  world.invoice = { ...world.invoice, issuedAt: world.t.iso() }
  issue(world, [part({ ...standard, percent: 10 }, 37, 3.36), part(reduced, 9.99, 0.52)])
})

good('while an item gets another rate, its order may have both', world => {
  const call = world.t.send('olga', `PATCH /api/item/${world.cup._id}`, { body: { version: 1, tax: '' } })
  issue(world, [part(standard, 46.99, 7.83)])
  world.t.lose(call)
})

bad('tax adds up', 'the net is not what is left', world => {
  const [first, second] = world.invoice.taxes
  if (first && second) world.invoice = { ...world.invoice, taxes: [{ ...first, net: 30.84 }, second] }
})

bad('tax adds up', 'the rates have more than was paid for any of their orders', world =>
  issue(world, [part(standard, 36, 6), part(reduced, 9.99, 0.52)]),
)

bad('tax adds up', 'one rate stands there twice', world =>
  issue(world, [part(standard, 18.5, 3.08), part(standard, 18.5, 3.08), part(reduced, 9.99, 0.52)]),
)

bad('tax of an invoice', 'the tax is added up per order', world =>
  issue(world, [part(standard, 37, 6.16), part(reduced, 9.99, 0.52)]),
)

bad('tax of an invoice', 'the tax is on top of the price', world =>
  issue(world, [part(standard, 37, 7.4), part(reduced, 9.99, 0.55)]),
)

bad('tax of an invoice', 'the tax has parts of a cent', world =>
  issue(world, [part(standard, 37, 6.167, 3), part(reduced, 9.99, 0.52)]),
)

bad('tax of credit notes', 'each is rounded by itself', world => {
  const [first, second, third] = world.notes
  issue(world, world.invoice.taxes, [
    ...withTaxes(first, part(standard, 6.1, 1.02)),
    ...withTaxes(second, part(standard, 6.1, 1.02)),
    ...withTaxes(third, part(standard, 6.3, 1.05)),
  ])
})

bad('tax of credit notes', 'all are credited, but not the whole tax', world => {
  const [first] = world.notes
  issue(world, world.invoice.taxes, [
    { ...first, amount: 18.5, taxes: [part(standard, 18.5, 3.07)] } as Invoice,
  ])
})

bad('tax of credit notes', 'one has another amount', world => {
  const [first] = world.notes
  issue(world, world.invoice.taxes, withTaxes(first, part(standard, 6.2, 1.03)))
})

bad('tax of credit notes', 'one has no tax', world =>
  issue(world, world.invoice.taxes, withTaxes(world.notes[0])),
)

bad('tax of credit notes', 'one has the rate of another order', world =>
  issue(world, world.invoice.taxes, withTaxes(world.notes[0], part(reduced, 6.1, 0.32))),
)

bad('tax of credit notes', 'a cancellation takes nothing back', world => {
  const [first] = world.notes
  const cancellation = { ...first, number: 'CN-1002', kind: 'cancellation' } as const
  issue(world, world.invoice.taxes, [...withTaxes(first, part(standard, 6.1, 1.02)), cancellation as Invoice])
})

bad('rate that was entered', 'nobody ever entered the percentage', world =>
  issue(world, [part({ ...standard, percent: 19 }, 37, 5.91), part(reduced, 9.99, 0.52)]),
)

bad('rate that was entered', 'the percentage holds from tomorrow on', world => {
  const later = { ...standard, percent: 10, from: '2030-01-02' }
  enter(world.t, [standard, reduced, later])
  issue(world, [part(later, 37, 3.36), part(reduced, 9.99, 0.52)])
})

bad('rate that was entered', 'an earlier percentage still holds', world => {
  enter(world.t, [standard, reduced, { ...standard, percent: 10, from: '2030-01-01' }])
  world.t.wait(1)
  world.invoice = { ...world.invoice, issuedAt: world.t.iso() }
})

bad('rate that was entered', 'the items have each other’s rates', world =>
  issue(world, [part(reduced, 37, 1.93), part(standard, 9.99, 1.67)]),
)

bad('rate that was entered', 'an order is not taxed', world => issue(world, [part(standard, 37, 6.17)]))

bad('rate that was entered', 'a change of the item’s rate is forgotten', world => {
  const { _id } = world.cup
  world.t.ask('olga', `PATCH /api/item/${_id}`, 200, { _id, tax: '' }, { body: { version: 1, tax: '' } })
  world.t.wait(1)
  world.invoice = { ...world.invoice, issuedAt: world.t.iso() }
})

bad('tax report', 'credit notes are not taken off', world => {
  world.report = () => world.invoice.taxes.map(one => ({ month: '2030-01', ...one }))
})

bad('tax report', 'a month is missing', world => {
  world.report = () => []
})

bad('tax report', 'the sums are in another month', world => {
  const { report } = world
  world.report = () => report().map(row => ({ ...row, month: '2029-12' }))
})

bad('rate in use stays', 'a name is taken out although an item has it', world => {
  world.t.wait(1)
  enter(world.t, [standard])
})

const wrong = {
  '300 %': [{ ...standard, percent: 300 }],
  'less than nothing': [{ ...standard, percent: -1 }],
  'four decimals': [{ ...standard, percent: 8.8755 }],
  'no day': [{ ...standard, from: '' }],
  'a day that is none': [{ ...standard, from: '2030-02-30' }],
  'no name': [{ ...standard, name: ' ' }],
  'one name twice from one day': [standard, { ...standard, percent: 10 }],
  'no list': 'Standard',
}

for (const [title, rates] of Object.entries(wrong)) {
  bad('bad rate refused', `${title} is accepted`, world => {
    world.t.wait(1)
    world.t.ask('olga', saveCall, 200, contentOf([standard, reduced]).body, contentOf(rates))
  })

  good(`${title} is refused`, world => {
    world.t.wait(1)
    world.t.refuse('olga', saveCall, 400, 'bad_input', contentOf(rates))
  })
}

/** The tax in 37 of each currency, 20 % of which are 6.1667, and in 18.5, which are 3.0833. */
const whole: Readonly<Record<string, [tax: number, credited: number, money: Money]>> = {
  USD: [6.17, 3.08, { code: 'USD', price: 18.5, each: '$18.50', total: '$37', minorUnits: 100 }],
  EUR: [6.17, 3.08, { code: 'EUR', price: 18.5, each: '€18.50', total: '€37', minorUnits: 100 }],
  JPY: [617, 308, { code: 'JPY', price: 1850, each: '¥1,850', total: '¥3,700', minorUnits: 1 }],
  KWD: [
    6.167,
    3.083,
    { code: 'KWD', price: 18.5, each: 'KWD\u00a018.500', total: 'KWD\u00a037', minorUnits: 1000 },
  ],
}

/** What all rules say about one sale and one credit note with these taxes. */
async function rulesInCurrency(
  code: string,
  tax: number,
  credited: number,
  digits: number,
): Promise<string[]> {
  const [, , money] = whole[code] ?? assert.fail(`No example in ${code}`)
  const world = settledWorld(money, [standard])
  emails(world)
  const sold = part(standard, 2 * money.price, tax, digits)
  const back = part(standard, money.price, credited, digits)
  const key = Object.keys(world.lists).find(path => path.endsWith('/invoices')) ?? ''
  const [invoice, note] = world.lists[key] as Invoice[]
  world.lists[key] = [...withTaxes(invoice, sold), ...withTaxes(note, back)]
  const left = part(standard, money.price, Number((tax - credited).toFixed(digits)), digits)
  world.lists['/api/taxes'] = { currency: code, months: [{ month: '2030-01', ...left }] }
  await world.t.quiet(shelfOf(world))
  return [...new Set(world.t.rules)]
}

for (const code of worldCurrencies) {
  const [tax, credited] = whole[code] ?? [0, 0]
  const digits = { JPY: 0, KWD: 3 }[code as string] ?? 2

  test(`no complaint: a tax in ${code} is rounded to its minor unit, and all else is settled`, async () => {
    assert.deepEqual(await rulesInCurrency(code, tax, credited, digits), [])
  })

  test(`tax of an invoice: a tax in ${code} is rounded to another unit`, async () => {
    const [price] = code === 'JPY' ? [3700] : [37]
    const others = [0, 2, 3].filter(one => one !== digits)
    for (const one of others) {
      const rounded = Number(((price * 20) / 120).toFixed(one))
      assert.deepEqual(await rulesInCurrency(code, rounded, credited, 3), ['tax of an invoice'], `${rounded}`)
    }
  })
}

test('the tax in an amount is rounded half up', () => {
  assert.deepEqual(
    [taxIn(3, 20), taxIn(9, 20), taxIn(15, 20), taxIn(0, 20), taxIn(3700, 0), taxIn(99_999_999, 8.875)],
    [1, 2, 3, 0, 0, 8_151_550],
  )
  assert.deepEqual([taxIn(100, 100), taxIn(Number.NaN, 20)], [50, Number.NaN])
  assert.deepEqual(
    [
      minorIn(6.167, 'KWD'),
      minorIn(6.17, 'USD'),
      minorIn(617, 'JPY'),
      minorIn(6.1, 'JPY'),
      minorIn(6.167, 'EUR'),
    ],
    [6167, 617, 617, Number.NaN, Number.NaN],
  )
})

test('amounts are split into sums', () => {
  const choices = [5, 5, 7].map(amount => ({ amount, keys: ['', 'a', 'b'] }))
  const can = (...sums: [string, number][]) => isSplit(choices, new Map(sums))
  assert.deepEqual(
    [can(), can(['a', 12], ['b', 5]), can(['a', 10]), can(['a', 6]), can(['a', 17], ['b', 0])],
    [true, true, true, false, false],
  )
})

test('a rate without money needs an order of its own that a voucher has covered', () => {
  const choices = [
    { amount: 0, keys: ['Standard', 'Reduced'] },
    { amount: 20, keys: ['Reduced'] },
  ]
  const can = (...sums: [string, number][]) => isSplit(choices, new Map(sums))
  assert.deepEqual(
    [can(['Standard', 0], ['Reduced', 20]), can(['Books', 0], ['Reduced', 20]), can(['Reduced', 20])],
    [true, false, true],
  )
})
