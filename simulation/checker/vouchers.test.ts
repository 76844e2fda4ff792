import assert from 'node:assert/strict'
import { test } from 'vitest'
import { paidOf, Trace } from './trace.ts'
import { discountOf, lookOf, type Voucher } from './voucher-lists.ts'
import type { Order } from './wire.ts'

const dayMinutes = 24 * 60
const start = 'POST /api/create-payment-intent'

const tenth: Voucher = {
  code: 'WELCOME10',
  percent: 10,
  amount: null,
  from: '2030-01-01',
  until: '',
  least: null,
  uses: null,
  usesPerPerson: null,
}

/** What an order has that a voucher has covered. */
const free: Partial<Order> = {
  ...{ paidAmount: 0, keptAmount: 0, refundableAmount: 0 },
  paidBy: { method: 'voucher', on: '2030-01-01' },
}

const contentOf = (vouchers: readonly object[], deliveryPrice: object | null = null) => ({
  body: { version: 1, content: { currency: 'USD', taxRates: [], deliveryPrice, vouchers } },
})

/** A shop with one voucher, in which two customers order trays for 18.50. */
class World {
  readonly t = new Trace()
  readonly #item
  #payments = 0
  readonly #orders: Order[] = []
  readonly #facts = new Map<string, { discount: number; amount: number; orders: Order[]; voucher: string }>()

  constructor(voucher: Partial<Voucher> = {}, deliveryPrice: object | null = null) {
    this.t.admin()
    this.offer([{ ...tenth, ...voucher }], deliveryPrice)
    this.#item = this.t.addItem({ price: 18.5, availableQuantity: 100 })
    this.t.signUp('ann')
    this.t.signUp('bob')
  }

  get rules(): string[] {
    return [...new Set(this.t.rules)]
  }

  offer(vouchers: readonly object[], deliveryPrice: object | null = null): void {
    const save = contentOf(vouchers, deliveryPrice)
    this.t.ask('olga', 'PUT /api/shopContent', 200, save.body, save)
    this.t.wait(1)
  }

  order(who: string): Order {
    const order = this.t.place(who, this.#item, { quantity: 1 })
    this.#orders.push(order)
    return order
  }

  /** What the page says; ten percent less unless told. */
  answerFor(
    orders: readonly Order[],
    { discount = 1.85 * orders.length, delivery = 0, payment = '' } = {},
    voucher = 'WELCOME10',
  ) {
    this.#payments += 1
    const id = payment || `pi_${this.#payments}`
    const amount = Number((18.5 * orders.length + delivery - discount).toFixed(2))
    this.#facts.set(id, { discount, amount, orders: [...orders], voucher })
    const clientSecret = amount === 0 ? '' : `${id}_secret_x`
    return { id, body: { clientSecret, amount, delivery, discount, currency: 'USD' } }
  }

  bodyFor([first, ...others]: readonly Order[], voucher: string) {
    return { body: { _id: first?._id, with: others.map(({ _id }) => _id), ...(voucher && { voucher }) } }
  }

  open(
    who: string,
    orders: readonly Order[],
    said: { discount?: number; delivery?: number; payment?: string } = {},
    voucher = 'WELCOME10',
  ): string {
    const { id, body } = this.answerFor(orders, said, voucher)
    this.t.ask(who, start, 200, body, this.bodyFor(orders, voucher))
    return id
  }

  refuse(who: string, orders: readonly Order[], voucher = 'WELCOME10'): void {
    this.t.refuse(who, start, 409, 'voucher_refused', this.bodyFor(orders, voucher))
  }

  /** Charges the card; the shares of the discount are as given, or equal. */
  pay(who: string, payment: string, shares?: readonly number[]): void {
    const { orders, discount } = this.#factsOf(payment)
    this.t.ask(who, `POST /v1/payment_intents/${payment}/confirm`, 200, {}, { to: 'cards' })
    for (const [index, order] of orders.entries()) {
      const share = shares?.[index] ?? discount / orders.length
      const paidAmount = Number((18.5 - share).toFixed(2))
      this.#settle(who, {
        ...paidOf(order, payment),
        ...{ paidAmount, keptAmount: paidAmount, refundableAmount: paidAmount },
      })
    }
  }

  cover(who: string, orders: readonly Order[], changes: Partial<Order> = {}, isHeard = true): void {
    const [first, ...others] = orders
    const settled = orders.map(order => ({ ...paidOf(order, `noted_${first?.number}`), ...free, ...changes }))
    const body = { with: others.map(({ _id }) => _id), voucher: 'WELCOME10' }
    const call = this.t.send(who, `POST /api/booking/${first?._id}/covered`, { body })
    if (isHeard) this.t.answer(call, 200, settled)
    else this.t.lose(call)
    for (const order of settled) this.#settle(who, order)
  }

  #settle(who: string, order: Order): void {
    this.t.ask(who, `GET /api/booking/${order._id}`, 200, order)
    this.#orders[this.#orders.findIndex(({ _id }) => _id === order._id)] = order
  }

  #factsOf(payment: string) {
    const facts = this.#facts.get(payment)
    assert.ok(facts)
    return facts
  }

  /** What is wrong at the end, of the rules that this file is about. */
  async end(metadata: Readonly<Record<string, string>> = {}, documents = rightDocuments): Promise<string[]> {
    const paid = Map.groupBy(
      this.#orders.filter(order => order.paid),
      order => order.transactionId ?? '',
    )
    for (const together of paid.values()) this.t.mail(...receiptOf(together, documents.receipt))
    const known = [...this.#facts].filter(([, { amount }]) => amount > 0)
    await this.t.quiet({
      payments: known.map(([id, { discount, amount, voucher }]) => ({
        id,
        status: 'succeeded',
        amount: Math.round(amount * 100),
        received: 0,
        currency: 'usd',
        metadata: {
          ...(discount > 0 && { voucher, discount: String(Math.round(discount * 100)) }),
          ...metadata,
        },
        refunds: [],
        disputes: [],
      })),
      lists: {
        '/api/booking': this.#orders,
        ...Object.fromEntries(
          [...paid.values()].map(together => [
            `/api/booking/${together[0]?._id}/invoice.pdf`,
            JSON.stringify(printedOf(together, documents.invoice)),
          ]),
        ),
      },
    })
    return this.rules.filter(rule => ownRules.includes(rule))
  }
}

const offOf = (orders: readonly Order[]): number =>
  Number(orders.reduce((sum, { paidAmount }) => sum + 18.5 - (paidAmount ?? 0), 0).toFixed(2))

/** Whether they say what was taken off. */
const rightDocuments: { receipt: number; invoice: number } = { receipt: 1, invoice: -1 }

function receiptOf(orders: readonly Order[], times: number): [to: string, subject: string, text: string] {
  const off = offOf(orders)
  const paid = (18.5 * orders.length - off).toFixed(2)
  const lines = [
    ...orders.map(({ number }) => number),
    ...(off * times === 0 ? [] : [`Discount: -$${(off * times).toFixed(2)}`]),
    `Paid: $${paid}`,
    `Transaction id: ${orders[0]?.transactionId}`,
  ]
  return [orders[0]?.email ?? '', 'Your receipt for Oak Tray', lines.join('\n')]
}

function printedOf(orders: readonly Order[], times: number): object {
  const off = Number((offOf(orders) * 100).toFixed(0)) * times
  const lines = [
    ...orders.map(({ number }) => ({ order: number, text: 'Oak Tray', total: 1850 })),
    ...(off === 0 ? [] : [{ text: 'Discount', total: off }]),
  ]
  return { number: 'INV-1', currency: 'USD', lines }
}

const ownRules = [
  ...['discount that was entered', 'good voucher taken', 'covered as asked', 'covered without a card'],
  ...['discount is noted', 'share of the discount', 'voucher used too often'],
  ...['receipt amount', 'lines of an invoice'],
]

const judge = (
  rule: string | undefined,
  title: string,
  act: (world: World) => void | Promise<void>,
  voucher: Partial<Voucher> = {},
  metadata: Readonly<Record<string, string>> = {},
): void =>
  void test(`${rule ?? 'no complaint'}: ${title}`, async () => {
    const world = new World(voucher)
    await act(world)
    assert.deepEqual(await world.end(metadata), rule ? [rule] : [], world.t.sentences.join('\n'))
  })

const good = (title: string, act: (world: World) => void, voucher: Partial<Voucher> = {}) =>
  judge(undefined, title, act, voucher)

const payOnce = (world: World, who = 'ann') => world.pay(who, world.open(who, [world.order(who)]))

good('two orders share the discount', world =>
  world.pay('ann', world.open('ann', [world.order('ann'), world.order('ann')])),
)
good('a code with letters that look alike is the same', world =>
  world.pay('ann', world.open('ann', [world.order('ann')], {}, ' we1c0me io')),
)
good('without a code nothing is taken off', world =>
  world.pay('ann', world.open('ann', [world.order('ann')], { discount: 0 }, '')),
)
good('goods for exactly the least sum are enough', world => payOnce(world), { least: 18.5 })
good('the last day counts', world => payOnce(world), { until: '2030-01-01' })
good('an unknown code is refused', world => world.refuse('ann', [world.order('ann')], 'OTHER'))
good('a voucher of tomorrow is refused', world => world.refuse('ann', [world.order('ann')]), {
  from: '2030-01-02',
})
good('a voucher of yesterday is refused', world => world.refuse('ann', [world.order('ann')]), {
  from: '2029-01-01',
  until: '2029-12-31',
})
good('too few goods are refused', world => world.refuse('ann', [world.order('ann')]), { least: 18.51 })
good('nobody knows whether a save arrived whose answer was lost', world => {
  world.t.lose(world.t.send('olga', 'PUT /api/shopContent', contentOf([{ ...tenth, percent: 20 }])))
  world.open('ann', [world.order('ann')], { discount: 3.7 })
  world.open('bob', [world.order('bob')], { discount: 1.85 })
})

const wrongDiscount = (title: string, act: (world: World) => void, voucher: Partial<Voucher> = {}) =>
  judge('discount that was entered', title, act, voucher)
wrongDiscount('half as much is taken off', world =>
  world.open('ann', [world.order('ann')], { discount: 0.93 }),
)
wrongDiscount(
  'half a cent is rounded down',
  world => world.open('ann', [world.order('ann')], { discount: 0.18 }),
  {
    percent: 1,
  },
)
wrongDiscount('something is taken off without a code', world =>
  world.open('ann', [world.order('ann')], {}, ''),
)
wrongDiscount('an unknown code is good', world => world.open('ann', [world.order('ann')], {}, 'OTHER'))
wrongDiscount('a voucher is good before its first day', world => payOnce(world), { from: '2030-01-02' })
wrongDiscount('a voucher is good after its last day', world => payOnce(world), {
  from: '2029-01-01',
  until: '2029-12-31',
})
wrongDiscount('too few goods are enough', world => payOnce(world), { least: 18.51 })
wrongDiscount(
  'less than cards are charged is left',
  world => world.open('ann', [world.order('ann')], { discount: 18.1 }),
  { percent: null, amount: 18.1 },
)
wrongDiscount('a voucher that was removed is good', world => {
  world.offer([])
  payOnce(world)
})

judge('good voucher taken', 'a good code is refused', world => world.refuse('ann', [world.order('ann')]))
judge('good voucher taken', 'a code with letters that look alike is refused', world =>
  world.refuse('ann', [world.order('ann')], 'WELC0ME10'),
)
judge(
  'good voucher taken',
  'the last day does not count',
  world => world.refuse('ann', [world.order('ann')]),
  { until: '2030-01-01' },
)

const once = { uses: 1 }
const oncePerPerson = { usesPerPerson: 1 }

good(
  'a second use is refused when the first has paid',
  world => {
    payOnce(world)
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
good(
  'a second use is refused while the first is open',
  world => {
    world.open('ann', [world.order('ann')])
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
good(
  'a request whose answer was lost may have used it',
  world => {
    world.t.lose(world.t.send('ann', start, world.bodyFor([world.order('ann')], 'WELCOME10')))
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
good(
  'a customer is refused a second time, and another is not',
  world => {
    payOnce(world)
    world.refuse('ann', [world.order('ann')])
    payOnce(world, 'bob')
  },
  oncePerPerson,
)
good(
  'the owner allows one more',
  world => {
    payOnce(world)
    world.offer([{ ...tenth, uses: 2 }])
    payOnce(world, 'bob')
  },
  once,
)
/** A day later the voucher, which one customer could use, has a new first day. */
const offerAgain = (world: World): void => {
  payOnce(world)
  world.t.wait(dayMinutes)
  world.offer([{ ...tenth, uses: 1, from: '2030-01-02' }])
}

good(
  'a voucher is offered again, and used again',
  world => {
    offerAgain(world)
    payOnce(world, 'bob')
  },
  once,
)
judge(
  'voucher used too often',
  'a voucher that is offered again is used twice',
  world => {
    offerAgain(world)
    payOnce(world, 'bob')
    payOnce(world)
  },
  once,
)
judge(
  'good voucher taken',
  'a voucher that is offered again is refused',
  world => {
    offerAgain(world)
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
good('the owner allows fewer than were used', world => {
  payOnce(world)
  payOnce(world, 'bob')
  world.offer([{ ...tenth, uses: 1 }])
  world.refuse('ann', [world.order('ann')])
})
good('a use that was opened before the limit was lower is paid afterwards', world => {
  const [first, second] = [world.open('ann', [world.order('ann')]), world.open('bob', [world.order('bob')])]
  world.offer([{ ...tenth, uses: 1 }])
  world.pay('ann', first)
  world.pay('bob', second)
})
good(
  'an open payment is idle, and another takes its use',
  world => {
    world.open('ann', [world.order('ann')])
    world.t.wait(31)
    payOnce(world, 'bob')
  },
  once,
)

judge(
  'voucher used too often',
  'one use is paid twice',
  world => {
    payOnce(world)
    payOnce(world, 'bob')
  },
  once,
)
judge(
  'voucher used too often',
  'two who come at the same time both get the last use',
  world => {
    const [ann, bob] = [world.order('ann'), world.order('bob')]
    const [annAsks, bobAsks] = [
      world.t.send('ann', start, world.bodyFor([ann], 'WELCOME10')),
      world.t.send('bob', start, world.bodyFor([bob], 'WELCOME10')),
    ]
    const [annHears, bobHears] = [world.answerFor([ann]), world.answerFor([bob])]
    world.t.answer(annAsks, 200, annHears.body)
    world.t.answer(bobAsks, 200, bobHears.body)
    world.pay('ann', annHears.id)
    world.pay('bob', bobHears.id)
  },
  once,
)
judge(
  'voucher used too often',
  'a customer uses it twice',
  world => {
    payOnce(world)
    payOnce(world)
  },
  oncePerPerson,
)

judge(
  'good voucher taken',
  'a payment that was replaced keeps its use',
  world => {
    const order = world.order('ann')
    world.open('ann', [order])
    world.open('ann', [order], { discount: 0 }, '')
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
judge(
  'good voucher taken',
  'an idle payment keeps its use',
  world => {
    world.open('ann', [world.order('ann')])
    world.t.wait(31)
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
judge(
  'good voucher taken',
  'requests that were lost keep their uses for days',
  world => {
    for (let tries = 0; tries < 2; tries++)
      world.t.lose(world.t.send('ann', start, world.bodyFor([world.order('ann')], 'WELCOME10')))
    world.t.wait(2 * dayMinutes)
    world.refuse('bob', [world.order('bob')])
  },
  once,
)
judge(
  'good voucher taken',
  'a customer’s own open payment is in the way',
  world => {
    world.open('ann', [world.order('ann')])
    world.refuse('ann', [world.order('ann')])
  },
  oncePerPerson,
)

const all = { percent: 100 }

good(
  'a voucher covers two orders',
  world => {
    const orders = [world.order('ann'), world.order('ann')]
    world.open('ann', orders, { discount: 37 })
    world.cover('ann', orders)
  },
  all,
)
judge(
  'voucher used too often',
  'a covered order spends no use',
  world => {
    world.cover('ann', [world.order('ann')])
    world.cover('bob', [world.order('bob')])
  },
  { ...all, ...once },
)
judge('discount that was entered', 'a part of the price covers an order', world =>
  world.cover('ann', [world.order('ann')]),
)
/** Seed 981003. */
good(
  'a use without an answer belongs to the offer under which its order was seen',
  world => {
    world.cover('ann', [world.order('ann')], {}, false)
    world.t.wait(dayMinutes)
    world.offer([{ ...tenth, ...all, uses: 1, from: '2030-01-02' }])
    world.cover('bob', [world.order('bob')])
  },
  { ...all, uses: 1 },
)
/** Ann's order is covered, and an admin cancels it. */
function cancelCovered(state: Order['state']): string[] {
  const world = new World(all)
  const order = world.order('ann')
  world.cover('ann', [order])
  const canceled = { ...paidOf(order, `noted_${order.number}`), ...free, state }
  const ask = { body: { reason: 'Changed their mind', restock: true }, key: 'c1' }
  world.t.ask('olga', `POST /api/booking/${order._id}/refund`, 200, canceled, ask)
  return world.rules
}

test('no complaint: a covered order is canceled', () => {
  assert.deepEqual(cancelCovered('refunded'), [])
})
test('canceled: a covered order goes on after it was canceled', () => {
  assert.deepEqual(cancelCovered('paid'), ['canceled'])
})

judge(
  'covered as asked',
  'an order that nobody named is covered',
  world => {
    const [asked, other] = [world.order('ann'), world.order('ann')]
    world.cover('ann', [asked], { _id: other._id, number: other.number, createdAt: other.createdAt })
  },
  all,
)
judge(
  'share of the discount',
  'something is paid for a covered order',
  world => world.cover('ann', [world.order('ann')], { paidAmount: 1, keptAmount: 1 }),
  all,
)
test('discount that was entered: delivery is covered, too', async () => {
  const world = new World(all, { price: 4.9, freeFrom: null })
  world.cover('ann', [world.order('ann')])
  assert.deepEqual(await world.end(), ['discount that was entered'])
})
test('discount that was entered: delivery is made cheaper', async () => {
  const world = new World({}, { price: 4.9, freeFrom: null })
  world.open('ann', [world.order('ann')], { delivery: 4.9, discount: 2.34 })
  assert.deepEqual(await world.end({ delivery: '490' }), ['discount that was entered'])
})

test('covered without a card: a card is asked for nothing', () => {
  const world = new World(all)
  const order = world.order('ann')
  const body = { ...world.answerFor([order], { discount: 18.5 }).body, clientSecret: 'pi_9_secret_x' }
  world.t.ask('ann', start, 200, body, world.bodyFor([order], 'WELCOME10'))
  assert.deepEqual(world.rules, ['covered without a card'])
})

const two = (world: World) => [world.order('ann'), world.order('ann')]

judge('share of the discount', 'one order has all of it', world =>
  world.pay('ann', world.open('ann', two(world)), [3.7, 0]),
)
judge('share of the discount', 'the orders have none', world =>
  world.pay('ann', world.open('ann', two(world)), [0, 0]),
)
judge('discount is noted', 'the provider hears of another amount', payOnce, {}, { discount: '18' })
judge('discount is noted', 'the provider hears of dollars', payOnce, {}, { discount: '1.85' })
judge('discount is noted', 'the provider hears of another code', payOnce, {}, { voucher: 'OTHER' })

for (const [rule, title, documents] of [
  ['receipt amount', 'the receipt does not say it', { receipt: 0, invoice: -1 }],
  ['receipt amount', 'the receipt says twice as much', { receipt: 2, invoice: -1 }],
  ['lines of an invoice', 'the invoice does not say it', { receipt: 1, invoice: 0 }],
  ['lines of an invoice', 'the invoice adds it', { receipt: 1, invoice: 1 }],
] as const)
  test(`${rule}: ${title}`, async () => {
    const world = new World()
    world.pay('ann', world.open('ann', two(world)))
    assert.deepEqual(await world.end({}, documents), [rule], world.t.sentences.join('\n'))
  })

judge('covered as asked', 'an order is paid with a voucher, and nobody has asked', world => {
  const order = { ...paidOf(world.order('ann'), 'noted_1'), paidAmount: 0 }
  const covered = { ...order, paidBy: { method: 'voucher', on: '2030-01-01' } }
  world.t.ask('ann', `GET /api/booking/${order._id}`, 200, covered)
})

const wrong: Readonly<Record<string, object[]>> = {
  'nothing off': [{ ...tenth, percent: 0 }],
  'more than all off': [{ ...tenth, percent: 100.5 }],
  'neither percent nor amount': [{ ...tenth, percent: null }],
  'percent and amount': [{ ...tenth, amount: 5 }],
  'parts of a cent': [{ ...tenth, percent: null, amount: 5.005 }],
  'an amount of nothing': [{ ...tenth, percent: null, amount: 0 }],
  'too large an amount': [{ ...tenth, percent: null, amount: 1_000_000.01 }],
  'an end before its beginning': [{ ...tenth, until: '2029-12-31' }],
  'a short code': [{ ...tenth, code: 'OK' }],
  'a long code': [{ ...tenth, code: 'A'.repeat(25) }],
  'a foreign letter': [{ ...tenth, code: 'ÉTÉ2030' }],
  'two codes that look alike': [tenth, { ...tenth, code: 'we1come1o' }],
  'a least sum of nothing': [{ ...tenth, least: 0 }],
  'no uses': [{ ...tenth, uses: 0 }],
  'half a use': [{ ...tenth, usesPerPerson: 0.5 }],
}

test('bad voucher refused: parts of a yen are accepted', () => {
  const t = new Trace()
  t.admin()
  const { body } = contentOf([{ ...tenth, percent: null, amount: 5.5 }])
  const save = { body: { ...body, content: { ...body.content, currency: 'JPY' } } }
  t.ask('olga', 'PUT /api/shopContent', 200, save.body, save)
  assert.deepEqual(t.rules, ['bad voucher refused'])
})

for (const [title, list] of Object.entries(wrong)) {
  test(`bad voucher refused: ${title} is accepted`, () => {
    const t = new Trace()
    t.admin()
    const save = contentOf(list)
    t.ask('olga', 'PUT /api/shopContent', 200, save.body, save)
    assert.deepEqual(t.rules, ['bad voucher refused'])
  })
}

test('a discount is rounded half up, is at most the goods, and leaves the least charge or nothing', () => {
  const off = (worth: Partial<Voucher>, goods: number, delivery = 0, currency = 'USD') =>
    discountOf({ ...tenth, ...worth }, { goods, delivery, currency })
  const fifty = { percent: null, amount: 50 }
  assert.deepEqual(
    [
      [off({ percent: 12.5 }, 1000), off({ percent: 50 }, 10_010), off({ percent: 33.333 }, 100_000)],
      [off({ percent: 10 }, 100_005_000, 0, 'JPY'), off({ percent: 10 }, 1550, 0, 'KWD')],
      [off(fifty, 30_000), off(fifty, 50_000), off(fifty, 50_200), off(fifty, 50_200, 300), off(fifty, 400)],
      [off({ percent: 99 }, 40, 4900), off({ percent: 100 }, 30_000, 100), off({ percent: 50 }, 300)],
    ],
    [
      [130, 5010, 33_330],
      [10_001_000, 160],
      [30_000, 50_000, 49_700, 50_000, 400],
      [40, 29_600, 0],
    ],
  )
  assert.deepEqual(['oil-l0', ' WEL COME '].map(lookOf), ['011-10', 'WE1C0ME'])
})
