import assert from 'node:assert/strict'
import type { ManagedItem, StockEntry } from '#contract/managed-items.ts'
import { withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { confirmPaid, paid, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'

const change = (admin: Customer, id: string, body: object, headers?: Record<string, string>) =>
  admin.call('POST', `/api/item/${id}/stock`, body, headers)

const ledger = async (admin: Customer, id: string, query = '') =>
  (await admin.call('GET', `/api/item/${id}/stock${query}`)).json<StockEntry[]>()

const books = ({ availableQuantity, held, sold, stocked, onShelf }: ManagedItem) => ({
  availableQuantity,
  held,
  sold,
  stocked,
  onShelf,
})

onBothEngines('adding, removing and counting stock is recorded in the ledger', async shop => {
  const admin = await newAdmin(shop)
  const added = await admin.call('POST', '/api/addItem', {
    name: 'Tray',
    description: 'Oak',
    price: 5,
    photoUrl: '/pictures/x-960.webp',
    availableQuantity: 10,
    mustQuantity: 1,
  })
  const item = added.json()
  await (await shop.customer()).order(item, 4)
  const steps: [object, number, number][] = [
    [{ change: 20, reason: 'Delivery' }, 26, 20],
    [{ change: -3, reason: 'Broken' }, 23, -3],
    // 23 free and 4 held units are on the shelf.
    [{ counted: 25, reason: 'Stocktaking' }, 21, -2],
    [{ counted: 30, reason: 'Found some' }, 26, 5],
    [{ counted: 30, reason: 'Counted again' }, 26, 0],
    [{ change: -26, reason: 'All that is free' }, 0, -26],
  ]
  for (const [body, free] of steps) {
    const answer = await change(admin, item._id, body)
    assert.deepEqual(
      [answer.statusCode, books(answer.json())],
      [200, { availableQuantity: free, held: 4, sold: 0, stocked: free + 4, onShelf: free + 4 }],
    )
  }
  const written = await ledger(admin, item._id)
  assert.deepEqual(
    written.map(({ change }) => change),
    [...steps.map(([, , by]) => by).reverse(), 10],
  )
  assert.deepEqual([written.at(-1)?.reason, written[0]?.reason], ['Opening stock', 'All that is free'])
  for (const entry of written) {
    assert.equal(entry.by, admin.email)
    assert.ok(Math.abs(Date.parse(entry.at) - shop.deps.now()) < 60_000)
  }
  const [first, second] = await ledger(admin, item._id, '?limit=1')
  assert.deepEqual([first, second], [written[0], undefined])
  assert.deepEqual(await ledger(admin, item._id, `?after=${first?._id}`), written.slice(1))
})

onBothEngines('held or sold units cannot be removed, and nothing is recorded', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 10 })
  await (await shop.customer()).order(item, 4)
  const before = await ledger(admin, item._id)
  for (const [body, left] of [
    [{ change: -7, reason: 'x' }, 6],
    [{ counted: 3, reason: 'x' }, 6],
    [{ counted: 0, reason: 'x' }, 6],
  ] as const) {
    const answer = await change(admin, item._id, body)
    assert.deepEqual(
      [answer.statusCode, answer.json().code, answer.json().left],
      [409, 'not_enough_stock', left],
    )
  }
  for (const [body, field] of [
    [{ change: 0, reason: 'x' }, 'change'],
    [{ change: 1.5, reason: 'x' }, 'change'],
    [{ change: 1_000_001, reason: 'x' }, 'change'],
    [{ change: 999_995, reason: 'More than can be free' }, 'change'],
    [{ counted: -1, reason: 'x' }, 'counted'],
    [{ change: 1, counted: 1, reason: 'x' }, 'change'],
    [{ reason: 'x' }, 'change'],
    [{ change: 1, reason: ' ' }, 'reason'],
    [{ change: 1 }, 'reason'],
  ] as const) {
    const answer = await change(admin, item._id, body)
    assert.equal(answer.statusCode, 400, JSON.stringify(body))
    assert.ok(answer.json().fields[field], JSON.stringify(body))
  }
  const unknown = '0199a000-0000-7000-8000-000000000000'
  assert.equal((await change(admin, unknown, { change: 1, reason: 'x' })).statusCode, 404)
  const missing = await admin.call('GET', `/api/item/${unknown}/stock`)
  assert.deepEqual([missing.statusCode, missing.json().code], [404, 'not_found'])
  assert.deepEqual(await ledger(admin, item._id, `?after=${unknown}`), [], 'a page after the last')
  assert.deepEqual(await ledger(admin, item._id), before)
})

/** Fails if the stock may never exceed the maximum input: units returned by orders could not be removed. */
onSqlite('orders may return more than the maximum input, and the surplus can be removed', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item({ availableQuantity: 999_999 })
  const order = (await ann.order(item, 9)).json()
  await change(admin, item._id, { change: 10, reason: 'Delivery' })
  await ann.call('DELETE', `/api/myBooking/${order._id}`)
  const free = async (body: object) => (await change(admin, item._id, body)).json().availableQuantity
  assert.equal(await free({ change: -1, reason: 'Broken' }), 1_000_008)
  assert.equal((await change(admin, item._id, { change: 1, reason: 'x' })).json().code, 'bad_input')
  assert.equal(await free({ counted: 1_000_000, reason: 'Stocktaking' }), 1_000_000)
})

/** Without the key, a delivery whose response was lost is added twice. */
onBothEngines('a key changes the stock once, and belongs to one change and one admin', async shop => {
  const [admin, other] = [await newAdmin(shop), await newAdmin(shop)]
  const [tray, bowl] = [await shop.item({ availableQuantity: 1 }), await shop.item({ availableQuantity: 1 })]
  const key = { 'idempotency-key': 'delivery-7' }
  const body = { change: 5, reason: 'Delivery' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(admin, tray._id, body, key)))
  for (const answer of answers)
    assert.deepEqual([answer.statusCode, answer.json().availableQuantity], [200, 6])
  for (const [item, wanted] of [
    [tray, { change: 6, reason: 'Delivery' }],
    [tray, { change: 5, reason: 'Another' }],
    [bowl, body],
  ] as const) {
    const answer = await change(admin, item._id, wanted, key)
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'idempotency_conflict'])
  }
  assert.equal((await change(other, tray._id, body, key)).json().availableQuantity, 11)
  const counted = { counted: 20, reason: 'Stocktaking' }
  for (const twice of [1, 2]) {
    const answer = await change(admin, tray._id, counted, { 'idempotency-key': 'count' })
    assert.equal(answer.json().availableQuantity, 20, String(twice))
  }
  for (const wanted of [
    { counted: 21, reason: 'Stocktaking' },
    { change: 9, reason: 'Stocktaking' },
  ]) {
    const answer = await change(admin, tray._id, wanted, { 'idempotency-key': 'count' })
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'idempotency_conflict'])
  }
  const added = await change(admin, tray._id, { counted: 5, reason: 'Delivery' }, key)
  assert.equal(added.json().code, 'idempotency_conflict', 'nothing was counted then')
})

/** Fails if a count sets the free units: each paid order would be added to the stock again. */
withCardsOnSqlite('held and paid units count as on the shelf in a stocktake', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item({ availableQuantity: 10 })
  await ann.order(item, 2)
  const order = (await ann.order(item, 3)).json()
  const transactionId = await startCardPayment(ann, order)
  await shop.charge(transactionId)
  await confirmPaid(ann, order._id, transactionId)
  assert.equal(await paid(ann, order._id)(), true)
  const seen = (await admin.call('GET', `/api/item/${item._id}`)).json()
  assert.deepEqual(books(seen), { availableQuantity: 5, held: 2, sold: 3, stocked: 10, onShelf: 10 })
  const same = await change(admin, item._id, { counted: 10, reason: 'Stocktaking' })
  assert.deepEqual(books(same.json()), books(seen))
  const fewer = await change(admin, item._id, { counted: 8, reason: 'Stocktaking' })
  assert.deepEqual(books(fewer.json()), { availableQuantity: 3, held: 2, sold: 3, stocked: 8, onShelf: 8 })
})
