import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ProviderPayment } from '../interfaces.ts'
import { emails, settledWorld, shelfOf, type SettledWorld as World } from './settled-world.ts'
import type { Order } from './wire.ts'

test('no complaint: everything is settled', async () => {
  const world = settledWorld()
  emails(world)
  await world.t.quiet(shelfOf(world))
  assert.deepEqual(world.t.sentences, [])
})

test('no complaint: an erasure has taken the note of a refund away', async () => {
  const world = settledWorld()
  emails(world)
  changeList(world, '/refunds', rows => rows.map(row => ({ ...row, note: null })))
  await world.t.quiet(shelfOf(world))
  assert.deepEqual(world.t.sentences, [])
})

test('no complaint: a refund comes after an erasure has taken the note of another', async () => {
  const world = settledWorld()
  emails(world)
  const { t, order } = world
  const body = { amount: 18.5, reason: 'Scratched', restock: 0 }
  t.ask('olga', `POST /api/booking/${order._id}/refund`, 200, order, {
    body: { ...body, amount: 1 },
    key: 'r2',
  })
  changeList(world, '/refunds', ([first]) => [
    { ...first, _id: 'refund-2', amount: 1, restocked: 0 },
    { ...first, note: null },
  ])
  await t.quiet(shelfOf(world))
  assert.deepEqual(
    t.sentences.filter(sentence => sentence.includes('is about 18.5')),
    [],
  )
})

test('no complaint: somebody who was erased twice is two people in the audit log', async () => {
  const world = settledWorld()
  emails(world)
  const { t } = world
  const audit = (n: number, who: string) => ({
    _id: `b${n}`,
    at: t.iso(),
    who,
    what: 'signed_out',
    detail: {},
    hash: `hash b${n}`,
  })
  for (const uid of ['uid-eve', 'uid-eve-2']) {
    t.signUp('eve', uid)
    t.ask('eve', 'POST /api/auth/sign-out', 204)
    t.signIn('eve')
    t.ask('eve', 'POST /api/auth/erase', 204, null, { body: { password: 'a secret of mine' } })
  }
  changeList(world, '/api/audit', rows => [audit(2, 'uid-eve-2'), audit(1, 'uid-eve'), ...rows])
  await t.quiet(shelfOf(world))
  assert.deepEqual(t.sentences, [])
})

/** Breaks the settled world in one way. */
const bad = (rules: string | string[], title: string, breakIt: (world: World) => void, mailed = true): void =>
  void test(`${rules}: ${title}`, async () => {
    const world = settledWorld()
    if (mailed) emails(world)
    breakIt(world)
    await world.t.quiet(shelfOf(world))
    assert.deepEqual([...new Set(world.t.rules)].sort(), [rules].flat(), world.t.sentences.join('\n'))
  })

const changeOrder = (world: World, changes: Partial<Order>) => {
  world.lists['/api/booking'] = [{ ...world.order, ...changes }]
}

const changePayment = (world: World, changes: Partial<ProviderPayment>) => {
  world.payments = [{ ...world.payment, ...changes }]
}

const listOf = (world: World, part: string): [string, Record<string, unknown>[]] => {
  const [key, list] = Object.entries(world.lists).find(([path]) => path.endsWith(part)) ?? []
  return [key ?? '', list as Record<string, unknown>[]]
}

const changeList = (world: World, part: string, change: (rows: Record<string, unknown>[]) => unknown[]) => {
  const [key, list] = listOf(world, part)
  world.lists[key] = change(list)
}

/** A second item with one unpaid order, which has lapsed since; everything as it should be. */
function addSecondOrder(world: World, key?: string): Order {
  const item = world.t.addItem({ name: 'Cup' })
  const order: Order = { ...world.t.place('ann', item, {}, key), state: 'lapsed' }
  world.lists['/api/booking'] = [order, world.order]
  world.lists['/api/item'] = [item, ...(world.lists['/api/item'] as unknown[])]
  world.lists[`/api/item/${item._id}`] = item
  world.lists[`/api/item/${item._id}/stock`] = [{ _id: 's9', change: 10, reason: 'At first', by: null }]
  const added = { who: 'olga@example.com', what: 'item_added', detail: { item: item._id } }
  changeList(world, '/audit', rows => [{ _id: 'a9', at: world.t.iso(), hash: 'hash 9', ...added }, ...rows])
  return order
}

test('no complaint: a second order has lapsed', async () => {
  const world = settledWorld()
  emails(world)
  addSecondOrder(world)
  await world.t.quiet(shelfOf(world))
  assert.deepEqual(world.t.sentences, [])
})

bad('paid once', 'a second charge for the same order stays', world => {
  world.payments = [world.payment, { ...world.payment, id: 'pi_second', refunds: [] }]
})

bad('books match the provider', 'a refund made at the provider is not in the books', world => {
  const [refund] = world.payment.refunds
  if (refund) changePayment(world, { refunds: [refund, { ...refund, id: 're_2', metadata: {} }] })
})

bad(['books match the provider', 'refund once'], 'a refund is made twice at the provider', world => {
  const [refund] = world.payment.refunds
  if (refund) changePayment(world, { refunds: [refund, { ...refund, id: 're_2' }] })
})

bad(['books match the provider', 'refund amount'], 'a refund has another amount at the provider', world => {
  const [refund] = world.payment.refunds
  if (refund) changePayment(world, { refunds: [{ ...refund, amount: 1849 }] })
})

bad(
  ['books match the provider', 'refund reaches the provider'],
  'a refund never reaches the provider',
  world => {
    changePayment(world, { refunds: [] })
  },
)

bad(
  ['refund email once', 'refund once', 'refund reaches the provider', 'restock once'],
  'of two refunds without their notes only one was asked for',
  world => {
    changeList(world, '/refunds', ([row]) => [
      { ...row, note: null },
      { ...row, note: null, _id: 'refund-2' },
    ])
  },
)

bad('refund kept', 'a confirmed refund is forgotten', world => {
  world.t.ask('olga', `POST /api/booking/${world.order._id}/refund`, 200, world.order, {
    body: { amount: 5, reason: 'Late', restock: false },
    key: 'r2',
  })
  changeList(world, '/audit', ([first, ...rest]) => [{ ...first, _id: 'a3', hash: 'hash 3' }, first, ...rest])
})

bad('paid once', 'money that came for an order that is unpaid stays', world => {
  const { _id } = addSecondOrder(world)
  world.payments = [
    world.payment,
    { ...world.payment, id: 'pi_half', refunds: [], metadata: { bookingId: _id } },
  ]
})

bad('payment closed', 'a lapsed order can still be paid at the provider', world => {
  const order = addSecondOrder(world)
  world.t.ask(
    'ann',
    'POST /api/create-payment-intent',
    200,
    { clientSecret: 'pi_open_secret_x', amount: 37, currency: 'USD' },
    {
      body: { _id: order._id },
    },
  )
  const open = {
    status: 'requires_payment_method',
    received: 0,
    refunds: [],
    metadata: { bookingId: order._id },
  }
  world.payments = [world.payment, { ...world.payment, id: 'pi_open', ...open }]
})

bad(['paid by a card', 'refund reaches the provider'], 'the provider knows nothing of the payment', world => {
  world.payments = []
})

bad('dispute recorded', 'a lost dispute is not in the books', world => {
  changePayment(world, { disputes: [{ id: 'du_1', amount: 1850, status: 'lost' }] })
  changeOrder(world, { disputedAt: world.t.iso() })
})

bad('dispute recorded', 'an open dispute is not in the books', world => {
  changePayment(world, { disputes: [{ id: 'du_1', amount: 1850, status: 'needs_response' }] })
})

bad(['refund email once', 'refund settled'], 'a refund waits although the provider has made it', world => {
  changeList(world, '/refunds', ([entry]) => [{ ...entry, status: 'pending' }])
  changeOrder(world, { refundedAmount: 0, refundPendingAmount: 18.5 })
  changeList(world, '/invoices', ([invoice]) => [invoice])
})

bad(
  'receipt once',
  'no receipt is sent',
  world => emails({ ...world, receipt: { subject: 'Hello', text: '' } }),
  false,
)

bad('receipt once', 'two receipts are sent', world => {
  world.t.mail('ann@example.com', world.receipt.subject, world.receipt.text)
})

bad(
  'mail to its owner',
  'the receipt goes to somebody else',
  world => {
    world.t.signUp('bob')
    emails(world, 'bob@example.com')
  },
  false,
)

bad(
  'receipt amount',
  'the receipt has another amount',
  world => {
    const text = world.receipt.text.replace('Paid: $37', 'Paid: $36')
    emails({ ...world, receipt: { ...world.receipt, text } })
  },
  false,
)

bad(
  'refund email once',
  'nobody is told of a refund',
  world => {
    world.t.mail('ann@example.com', world.receipt.subject, world.receipt.text)
  },
  false,
)

bad('invoice numbers without gaps', 'a number is left out', world =>
  changeList(world, '/invoices', ([invoice, note]) => [
    invoice,
    { ...note, amount: 10 },
    { ...note, number: 'CN-1003', amount: 8.5 },
  ]),
)

bad('invoice number once', 'a number is given twice', world =>
  changeList(world, '/invoices', ([invoice, note]) => [
    invoice,
    { ...note, amount: 10 },
    { ...note, amount: 8.5 },
  ]),
)

bad('invoice amount', 'an invoice has another total', world =>
  changeList(world, '/invoices', ([invoice, note]) => [{ ...invoice, amount: 36 }, note]),
)

bad('credit notes', 'a credit note is missing', world =>
  changeList(world, '/invoices', ([invoice]) => [invoice]),
)

bad('one invoice', 'a paid order has two invoices', world =>
  changeList(world, '/invoices', rows => [...rows, { ...rows[0], number: 'INV-1002' }]),
)

bad('invoice of its orders', 'an invoice names an order that was not paid with it', world =>
  changeList(world, '/invoices', ([invoice, ...notes]) => [
    { ...invoice, orders: [world.order.number, 'T-9'] },
    ...notes,
  ]),
)

bad('credit note of its order', 'a credit note names another order', world =>
  changeList(world, '/invoices', ([invoice, note]) => [invoice, { ...note, orders: ['T-9'] }]),
)

bad('audit log complete', 'a refund is not in the log', world =>
  changeList(world, '/audit', rows => rows.slice(1)),
)

bad('audit log in order', 'the log goes back in time', world =>
  changeList(world, '/audit', ([first, second]) => [{ ...first, at: '2029-01-01T00:00:00.000Z' }, second]),
)

bad(['restock once', 'stock adds up'], 'the ledger is wrong by one after a refund', world => {
  changeList(world, '/stock', ([back, first]) => [{ ...back, change: 2 }, first])
})

bad('stock adds up', 'a paid order is not counted as sold', world => {
  const [key] = Object.entries(world.lists).find(([path]) => /item\/[\w-]+$/.test(path)) ?? []
  world.lists[key ?? ''] = { ...(world.lists[key ?? ''] as object), sold: 1, availableQuantity: 10 }
})

bad('order kept', 'an acknowledged order is gone in the end', world => {
  addSecondOrder(world)
  world.lists['/api/booking'] = [world.order]
})

bad('idempotent', 'a repeat whose answer was lost has made a second order', world => {
  const order = addSecondOrder(world, 'k2')
  const { itemId, itemName, ownerName, email, mobileNumber, address, quantity, totalPrice } = order
  const body = { itemId, itemName, ownerName, email, mobileNumber, address, quantity, totalPrice }
  world.t.lose(world.t.send('ann', 'POST /api/booking', { body, key: 'k2' }))
  const copy = { ...order, _id: '00000000-0000-7000-8000-00000000000f', number: 'T-9999' }
  world.lists['/api/booking'] = [copy, order, world.order]
})

bad(['lapsed holds end', 'stock adds up'], 'a hold never ends, and its stock is free', world => {
  const order = addSecondOrder(world)
  world.lists['/api/booking'] = [{ ...order, state: 'held' }, world.order]
})

bad(
  'verify',
  'the shop finds a fault in its own books',
  world => void world.verify.push('The books are wrong'),
)

bad('no unmatched payment', 'a charge belongs to no order', world => {
  world.lists['/api/attention'] = [
    { kind: 'no_order', transactionId: 'pi_9', detail: 'No order', currency: 'USD' },
  ]
})
