import assert from 'node:assert/strict'
import { test } from 'vitest'
import { emails, settledWorld, shelfOf } from './settled-world.ts'
import { paidOf, Trace } from './trace.ts'
import type { Order } from './wire.ts'

const dayMinutes = 24 * 60
const today = '2030-01-01'

/** Ann has two unpaid orders of 37 each, and the owner marks them as paid in cash. */
class World {
  readonly t = new Trace()
  readonly orders: [Order, Order]

  constructor() {
    const { t } = this
    t.admin()
    const item = t.addItem({ price: 18.5 })
    t.signUp('ann')
    this.orders = [t.place('ann', item, {}, 'k1'), t.place('ann', item, {}, 'k2')]
  }

  paid = (changes: Partial<Order> = {}): Order[] =>
    this.orders.map(order => ({
      ...paidOf(order, 'noted_1'),
      paidBy: { method: 'cash', on: today },
      ...changes,
    }))

  mark(changes: object = {}, answer: Order[] = this.paid(), key = 'm1'): void {
    const [first, second] = this.orders
    const body = { with: [second._id], method: 'cash', amount: 74, date: today, note: '', ...changes }
    this.t.ask('olga', `POST /api/booking/${first._id}/paid`, 200, answer, { body, key })
  }

  get rules(): string[] {
    return [...new Set(this.t.rules)]
  }
}

const brokenBy = (act: (world: World) => void): string[] => {
  const world = new World()
  act(world)
  return world.rules
}

test('no complaint: an admin marks two orders of a customer as paid', () => {
  assert.deepEqual(
    brokenBy(world => world.mark()),
    [],
  )
})

test('no complaint: the same request again has the same answer', () => {
  const rules = brokenBy(world => {
    world.mark()
    world.t.wait(5)
    world.mark()
  })
  assert.deepEqual(rules, [])
})

/** Both orders are marked with 2 of delivery each. */
const markDelivered = (world: World, changes: Partial<Order> = {}): void =>
  world.mark(
    { amount: 78 },
    world.paid({ paidDelivery: 2, paidAmount: 39, keptAmount: 39, refundableAmount: 39, ...changes }),
  )

/** What the owner charges for delivery, and how long orders wait for transfers. */
const charge = (t: Trace, price: number): void => {
  const body = {
    version: 1,
    content: { transfer: { text: 'IBAN', days: 2 }, deliveryPrice: { price, freeFrom: null } },
  }
  t.ask('olga', 'PUT /api/shopContent', 200, body, { body })
}

test('no complaint: the amount contains delivery', () => {
  const rules = brokenBy(world => {
    charge(world.t, 4)
    markDelivered(world)
  })
  assert.deepEqual(rules, [])
})

test('no complaint: the amount contains the delivery that was told before it became cheaper', () => {
  const rules = brokenBy(world => {
    charge(world.t, 3)
    markDelivered(world, { transferDelivery: 2 })
  })
  assert.deepEqual(rules, [])
})

test('delivery that was entered: another price is marked as paid', () => {
  const rules = brokenBy(world => {
    charge(world.t, 3)
    markDelivered(world)
  })
  assert.deepEqual(rules, ['delivery that was entered'])
})

test('delivery that was entered: a customer is told another price', () => {
  assert.deepEqual(announced(2 * dayMinutes, { transferDelivery: 4.9 }).rules, ['delivery that was entered'])
})

test('amount noted: less than the orders cost is accepted', () => {
  assert.deepEqual(
    brokenBy(world => world.mark({ amount: 73.99 })),
    ['amount noted'],
  )
})

test('amount noted: what one of them costs is accepted for both', () => {
  assert.deepEqual(
    brokenBy(world => world.mark({ amount: 37 })),
    ['amount noted'],
  )
})

test('day noted: money of tomorrow is accepted', () => {
  const on = '2030-01-02'
  const rules = brokenBy(world => world.mark({ date: on }, world.paid({ paidBy: { method: 'cash', on } })))
  assert.deepEqual(rules, ['day noted'])
})

test('day noted: money of two years ago is accepted', () => {
  const on = '2028-01-02'
  const rules = brokenBy(world => world.mark({ date: on }, world.paid({ paidBy: { method: 'cash', on } })))
  assert.deepEqual(rules, ['day noted'])
})

test('noted by an admin: an order says another way than the admin', () => {
  const rules = brokenBy(world => world.mark({}, world.paid({ paidBy: { method: 'transfer', on: today } })))
  assert.deepEqual(rules, ['noted by an admin'])
})

test('noted by an admin: an order is paid in cash, and nobody said so', () => {
  const rules = brokenBy(world => world.t.ask('olga', 'GET /api/booking', 200, world.paid()))
  assert.deepEqual(rules, ['noted by an admin'])
})

test('noted once: an order that a card has paid is marked', () => {
  const rules = brokenBy(world => {
    const [first, second] = world.orders
    const byCard = world.t.pay('ann', first)
    const other = { ...paidOf(second, byCard.transactionId ?? ''), paidBy: null }
    world.mark({}, [byCard, other])
  })
  assert.ok(rules.includes('noted once'), rules.join())
})

test('noted together: one of the orders is left out', () => {
  assert.deepEqual(
    brokenBy(world => world.mark({ amount: 37 }, world.paid().slice(0, 1))),
    ['noted together'],
  )
})

test('noted together: the orders have several payments', () => {
  const rules = brokenBy(world => {
    const [first, second] = world.paid()
    assert.ok(first && second)
    world.mark({}, [first, { ...second, transactionId: 'noted_2' }])
  })
  assert.deepEqual(rules, ['noted together'])
})

test('noted for one customer: orders of two customers share a payment', () => {
  const rules = brokenBy(world => {
    const [first, second] = world.paid()
    assert.ok(first && second)
    world.mark({}, [first, { ...second, email: 'bob@example.com' }])
  })
  assert.ok(rules.includes('noted for one customer'), rules.join())
})

test('paid for good: an order that was marked is paid with a card later', () => {
  const rules = brokenBy(world => {
    world.mark()
    world.t.wait(1)
    world.t.ask('olga', 'GET /api/booking', 200, world.paid({ transactionId: 'pi_1', paidBy: null }))
  })
  assert.deepEqual(rules, ['paid for good'])
})

/** The owner offers transfers for two days, and Ann announces one. */
function announced(
  minutes: number,
  changes: Partial<Order> = {},
  before: (t: Trace, route: string) => void = () => undefined,
): World {
  const world = new World()
  const { t } = world
  const [order] = world.orders
  const body = { version: 1, content: { currency: 'USD', taxRates: [], transfer: { text: 'IBAN', days: 2 } } }
  t.ask('olga', 'PUT /api/shopContent', 200, { ...body, version: 2 }, { body })
  t.wait(1)
  const until = t.iso(minutes)
  const waiting = { ...order, heldUntil: until, transferUntil: until, ...changes }
  const route = `POST /api/booking/${order._id}/transfer`
  before(t, route)
  t.ask('ann', route, 200, [waiting], { body: {} })
  return world
}

test('no complaint: an order waits two days for its transfer', () => {
  assert.deepEqual(announced(2 * dayMinutes).rules, [])
})

/** Seed 210004: the answer to the first announcement is lost, and the same again is answered with its day. */
test('no complaint: an order waits from the first of two announcements on', () => {
  const { rules } = announced(2 * dayMinutes, {}, (t, route) => {
    t.lose(t.send('ann', route, { body: {} }))
    t.wait(10)
  })
  assert.deepEqual(rules, [])
})

test('transfer days: an order waits from an announcement on that was refused', () => {
  const { rules } = announced(2 * dayMinutes, {}, (t, route) => {
    t.refuse('ann', route, 409, 'no_transfers', { body: {} })
    t.wait(10)
  })
  assert.deepEqual(rules, ['transfer days'])
})

test('transfer days: an order waits three days instead of two', () => {
  assert.deepEqual(announced(3 * dayMinutes).rules, ['transfer days'])
})

test('transfer keeps stock: an order waits without its stock', () => {
  assert.deepEqual(announced(2 * dayMinutes, { heldUntil: '2030-01-01T10:30:00.000Z' }).rules, [
    'transfer keeps stock',
  ])
})

test('transfer waits once: an order waits for longer the second time', () => {
  const world = announced(2 * dayMinutes)
  const [order] = world.orders
  const until = world.t.iso(4 * dayMinutes)
  const later = { ...order, heldUntil: until, transferUntil: until }
  world.t.ask('ann', `POST /api/booking/${order._id}/transfer`, 200, [later], { body: {} })
  assert.deepEqual(world.rules, ['transfer waits once'])
})

test('told once: the delivery of an announced order changes', () => {
  const world = announced(2 * dayMinutes, { transferDelivery: 4.9 }, t => charge(t, 4.9))
  const [order] = world.orders
  const until = world.t.iso(2 * dayMinutes)
  const later = { ...order, heldUntil: until, transferUntil: until, transferDelivery: 8 }
  world.t.ask('ann', `GET /api/booking/${order._id}`, 200, later)
  assert.deepEqual(world.rules, ['told once'])
})

/** The settled world, with an order that was paid in cash instead of by card. */
async function settledInCash(change: (world: ReturnType<typeof settledWorld>, order: Order) => void) {
  const world = settledWorld()
  const { t, order, lists } = world
  const body = { method: 'cash', amount: 37, date: today, note: '' }
  const noted: Order = { ...order, _id: order._id.replace(/\d$/, 'a'), number: 'T-9', itemId: order.itemId }
  const inCash: Order = {
    ...paidOf(noted, 'noted_1'),
    paidBy: { method: 'cash', on: today },
    refundedAmount: 37,
    refundableAmount: 0,
    keptAmount: 0,
    restockedQuantity: 0,
    state: 'refunded',
  }
  t.ask('olga', `POST /api/booking/${noted._id}/paid`, 200, [inCash], { body, key: 'm1' })
  const refund = { amount: 37, reason: 'Late', restock: 0 }
  t.ask('olga', `POST /api/booking/${noted._id}/refund`, 200, inCash, { body: refund, key: 'r2' })
  lists['/api/booking'] = [...(lists['/api/booking'] as Order[]), inCash]
  lists[`/api/booking/${noted._id}/refunds`] = [
    { _id: 'refund-2', amount: 37, status: 'succeeded', reason: 'by_admin', note: 'Late', restocked: 0 },
  ]
  change(world, inCash)
  emails(world)
  await t.quiet(shelfOf(world))
  return [...new Set(t.rules)].filter(rule => rule.startsWith('noted') || /provider|by a card/.test(rule))
}

const entryOf = ({ lists }: ReturnType<typeof settledWorld>, { _id }: Order) =>
  (lists[`/api/booking/${_id}/refunds`] as Record<string, unknown>[])[0] ?? {}

test('no complaint: money in cash goes back without the provider', async () => {
  assert.deepEqual(await settledInCash(() => undefined), [])
})

test('noted refund made: the refund of money in cash waits', async () => {
  const rules = await settledInCash((world, order) => {
    entryOf(world, order).status = 'pending'
  })
  assert.deepEqual(rules, ['noted refund made'])
})

test('noted outside the provider: the refund is sent to the provider', async () => {
  const rules = await settledInCash(world => {
    const [payment] = world.payments
    assert.ok(payment)
    const made = { id: 're_2', amount: 3700, status: 'succeeded', metadata: { refundId: 'refund-2' } }
    world.payments = [{ ...payment, received: 7400, amount: 7400, refunds: [...payment.refunds, made] }]
  })
  assert.deepEqual(rules, ['noted outside the provider'])
})

test('noted together: nobody marked exactly these orders', async () => {
  const rules = await settledInCash((world, order) => {
    const more = { ...order, _id: order._id.replace('a', 'b'), number: 'T-10' }
    world.lists['/api/booking'] = [...(world.lists['/api/booking'] as Order[]), more]
  })
  assert.ok(rules.includes('noted together'), rules.join())
})
