import assert from 'node:assert/strict'
import { type OrderState, orderStates } from '#domain/order.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'

const namesIn = async (admin: Customer, query: string): Promise<string[]> => {
  const answer = await admin.call('GET', `/api/booking?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ ownerName: string }[]>().map(({ ownerName }) => ownerName)
}

async function fewOrders(shop: TestShop) {
  const [tray, lamp] = [await shop.item({ name: 'Oak Tray' }), await shop.item({ name: 'Café Lamp' })]
  const [zoe, tom] = [await shop.customer('zoe@example.com'), await shop.customer('tom.b@example.com')]
  const place = async (who: Customer, item: typeof tray, ownerName: string) => {
    shop.travel(1)
    return (await who.order(item, 1, { ownerName })).json<{ _id: string; number: string }>()
  }
  const orders = [
    await place(zoe, tray, 'Zoë Élan'),
    await place(tom, tray, 'Tom Baker'),
    await place(tom, lamp, 'Tomás Ruiz'),
  ]
  return { admin: await newAdmin(shop), zoe, tray, orders }
}

onBothEngines('orders are found by number, id, email, name and item, newest first', async shop => {
  const { admin, tray, orders } = await fewOrders(shop)
  const [first] = orders
  const wanted: Record<string, string[]> = {
    [`search=${first?.number}`]: ['Zoë Élan'],
    [`search=${first?.number.slice(2)}`]: ['Zoë Élan'],
    [`search=${first?._id}`]: ['Zoë Élan'],
    'search=T-9': [],
    'search=zoe@': ['Zoë Élan'],
    'search=ZOE@Example.com': ['Zoë Élan'],
    'search=tom': ['Tomás Ruiz', 'Tom Baker'],
    'search=tomas': ['Tomás Ruiz'],
    'search=%20Tom%20bak': ['Tom Baker'],
    'search=baker': ['Tom Baker'],
    'search=ELAN': ['Zoë Élan'],
    'search=ruiz+lamp': ['Tomás Ruiz'],
    'search=b@exam': ['Tomás Ruiz', 'Tom Baker'],
    'search=%25': [],
    'search=_': [],
    'search=tom%22': [],
    'search=ak': ['Tom Baker', 'Zoë Élan'],
    'search=cafe': ['Tomás Ruiz'],
    'search=lam+caf': ['Tomás Ruiz'],
    'search=oak': ['Tom Baker', 'Zoë Élan'],
    'search=%CC%81': [],
    'search=%27+or+1=1--': [],
    [`item=${tray._id}`]: ['Tom Baker', 'Zoë Élan'],
    [`item=${tray._id}&search=zo`]: ['Zoë Élan'],
    'search=': ['Tomás Ruiz', 'Tom Baker', 'Zoë Élan'],
    'search=tom&state=held': ['Tomás Ruiz', 'Tom Baker'],
    'search=tom&state=paid': [],
  }
  for (const [query, names] of Object.entries(wanted))
    assert.deepEqual(await namesIn(admin, query), names, query)
  for (const query of [
    'state=gone',
    'from=yesterday',
    'to=2026-13-01',
    'item=1',
    `search=${'x'.repeat(101)}`,
  ])
    assert.equal((await admin.call('GET', `/api/booking?${query}`)).statusCode, 400, query)
})

/** Fails if only some of the items with a matching name are searched for orders. */
onBothEngines('all orders are found, however many items have a matching name', async shop => {
  const first = await shop.item({ name: '2024 Calendar' })
  for (let n = 0; n < 60; n++) await shop.item({ name: `Calendar ${n}` })
  await (await shop.customer()).order(first, 1, { ownerName: 'Ann' })
  assert.deepEqual(await namesIn(await newAdmin(shop), 'search=calendar'), ['Ann'])
})

/** Fails if digits match only the order number. */
onBothEngines('digits match an order number, a name, an email or an item', async shop => {
  const calendar = await shop.item({ name: '1002 Calendar' })
  const tray = await shop.item({ name: 'Tray' })
  const place = async (email: string, item: typeof tray, ownerName: string) => {
    shop.travel(1)
    return (await (await shop.customer(email)).order(item, 1, { ownerName })).json().number
  }
  assert.equal(await place('ann@example.com', calendar, 'By item'), 'T-1001')
  assert.equal(await place('bob@example.com', tray, 'By number'), 'T-1002')
  await place('1002@example.com', tray, 'By email')
  await place('cleo@example.com', tray, '1002 Nights Ltd')
  await place('t-1002@example.com', tray, 'By email with a letter')
  const admin = await newAdmin(shop)
  assert.deepEqual(await namesIn(admin, 'search=1002'), [
    'By email with a letter',
    '1002 Nights Ltd',
    'By email',
    'By number',
    'By item',
  ])
  assert.deepEqual(await namesIn(admin, 'search=T-1002'), ['By number'])
})

/** Fails if the email is not normalized: some keyboards type a letter and its accent as two characters. */
onBothEngines('an email is found regardless of how its accents are encoded', async shop => {
  await (await shop.customer('zoë@example.com')).order(await shop.item(), 1, { ownerName: 'Ann' })
  const query = `search=${encodeURIComponent('Zoë@exam'.normalize('NFD'))}`
  assert.deepEqual(await namesIn(await newAdmin(shop), query), ['Ann'])
})

/** Fails if the panel of an order that the list shows as removed finds nothing. */
onBothEngines('a removed order is found only by its id and its state', async shop => {
  const { admin, zoe, orders } = await fewOrders(shop)
  const { _id, number } = orders[0] ?? assert.fail()
  assert.equal((await zoe.call('DELETE', `/api/myBooking/${_id}`)).statusCode, 204)
  const [found] = (await admin.call('GET', `/api/booking?search=${_id}`)).json()
  assert.deepEqual([found._id, found.state], [_id, 'removed'])
  assert.deepEqual(await namesIn(admin, 'state=removed'), ['Zoë Élan'])
  for (const query of [`search=${number}`, 'search=zoe', `search=${_id}&state=held`])
    assert.deepEqual(await namesIn(admin, query), [], query)
  const story = await admin.call('GET', `/api/booking/${_id}/timeline`)
  assert.equal(story.json().at(-1)?.what, 'removed', story.body)
})

/** Fails if the page key is the time alone, or if an order that matches twice is listed twice. */
onBothEngines('search results are paged by key, without duplicates', async shop => {
  const item = await shop.item({ name: 'Tomato Bowl' })
  const tom = await shop.customer('tom@example.com')
  const start = shop.deps.now()
  for (let i = 0; i < 7; i++) {
    const { _id } = (await tom.order(item, 1, { ownerName: `Tom ${i}` })).json<{ _id: string }>()
    // Three orders in the same millisecond.
    const created_at = start + Math.floor(i / 3)
    await shop.deps.db.write(tx =>
      tx.updateTable('orders').set({ created_at }).where('id', '=', _id).execute(),
    )
  }
  const admin = await newAdmin(shop)
  for (const query of ['search=tom', 'state=held', 'from=2026-01-01', `item=${item._id}`]) {
    const seen: string[] = []
    let next: string | undefined = `/api/booking?${query}&limit=2`
    while (next) {
      const answer = await admin.call('GET', next)
      seen.push(...answer.json<{ ownerName: string }[]>().map(({ ownerName }) => ownerName))
      next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    assert.deepEqual(
      seen,
      [6, 5, 4, 3, 2, 1, 0].map(i => `Tom ${i}`),
      query,
    )
  }
})

/** The timestamps that put an order into each state. Sent and refunded orders are also paid. */
const moments: Record<OrderState, object> = {
  held: {},
  lapsed: { released_at: 2 },
  paid: { paid_at: 2 },
  sent: { paid_at: 2, sent_at: 3 },
  refunded: { paid_at: 2, sent_at: 3, refunded_at: 4 },
  removed: { released_at: 2, removed_at: 3 },
}

/** Fails if a state in find-orders.ts differs from domain/order.ts. */
onBothEngines('each state filter finds exactly the orders that the API reports in that state', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const admin = await newAdmin(shop)
  const undone = new Error('only to look')
  const { db } = shop.deps
  const { findOrders } = await import('../../store/search/orders.ts')
  for (const state of orderStates) await ann.order(item, 1, { ownerName: state })
  await assert.rejects(
    db.write(async tx => {
      for (const state of orderStates)
        await tx
          .updateTable('orders')
          .set({ ...moments[state], held_until: 2 })
          .where('owner_name', '=', state)
          .execute()
      for (const state of orderStates) {
        const found = await findOrders(tx, { state }, { limit: 9, after: undefined })
        assert.deepEqual(
          found.map(order => [order.ownerName, order.state]),
          [[state, state]],
        )
      }
      const all = await findOrders(tx, { from: 0 }, { limit: 9, after: undefined })
      assert.deepEqual(
        all.map(order => order.state),
        ['refunded', 'sent', 'paid', 'lapsed', 'held'],
      )
      throw undone
    }),
    undone,
  )
  assert.equal((await namesIn(admin, 'state=held')).length, orderStates.length)
})

/** Fails if days are in UTC, where the first order belongs to the day before. */
onBothEngines(
  'days are in the shop’s time zone, and both ends are included',
  async shop => {
    const item = await shop.item()
    const ann = await shop.customer()
    const admin = await newAdmin(shop)
    for (const [ownerName, at] of [
      ['first', '2026-11-14T16:00:00Z'],
      ['last', '2026-11-15T15:59:59.999Z'],
      ['next', '2026-11-15T16:00:00Z'],
    ] as const) {
      await ann.order(item, 1, { ownerName })
      const created_at = Date.parse(at)
      await shop.deps.db.write(tx =>
        tx.updateTable('orders').set({ created_at }).where('owner_name', '=', ownerName).execute(),
      )
    }
    assert.deepEqual(await namesIn(admin, 'from=2026-11-15&to=2026-11-15'), ['last', 'first'])
    assert.deepEqual(await namesIn(admin, 'from=2026-11-16'), ['next'])
    assert.deepEqual(await namesIn(admin, 'to=2026-11-14'), [])
    assert.deepEqual(await namesIn(admin, 'to=2026-11-15&state=held'), ['last', 'first'])
  },
  { SHOP_TIMEZONE: 'Asia/Manila' },
)
