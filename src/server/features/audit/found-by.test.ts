import assert from 'node:assert/strict'
import { theShop } from '#domain/audit.ts'
import { withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as audit from '../../store/audit.ts'

const day = 86_400_000

async function idOf({ deps }: TestShop, email: string): Promise<string | undefined> {
  const user = await deps.db.read.selectFrom('users').select('id').where('email', '=', email).execute()
  return user[0]?.id
}

interface Told {
  _id: string
  at: string
  what: string
  who: string
  about: string
}

async function listed(admin: Customer, query: string): Promise<Told[]> {
  const answer = await admin.call('GET', `/api/audit?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Told[]>()
}

const found = async (admin: Customer, query: string): Promise<string[]> =>
  (await listed(admin, query)).map(({ what, who }) => `${what} ${who}`)

const findLines = async (admin: Customer, search: string): Promise<string[]> =>
  (await listed(admin, `search=${encodeURIComponent(search)}`)).map(({ what, about }) => `${what}: ${about}`)

/** On 6ceb9a3 the log showed ids without names, and could not be searched by email, order or item. */
onBothEngines('the log names the people and things concerned, and can be searched by them', async shop => {
  const ann = await shop.customer('ann@example.com')
  const named = { name: 'Ann Quill', address: 'a', education: 'e', linkedin: 'l', mobileNumber: '1' }
  await ann.call('PUT', '/api/myProfile', { ...named, email: ann.email })
  const admin = await newAdmin(shop)
  await admin.call('PUT', `/api/adminUser/${ann.email}`)
  await admin.call('DELETE', `/api/adminUser/${ann.email}`)
  const present = 'Ann Quill (ann@example.com)'
  const roles = [`role_taken: ${present}`, `role_given: ${present}`, 'signed_in: ']
  for (const search of ['ann@example.com', 'ANN@', 'quill', 'ann quill'])
    assert.deepEqual(await findLines(admin, search), roles, search)
  await admin.call('DELETE', `/api/user/${ann.email}`)
  const gone = 'Ann Quill (ann@example.com, removed)'
  const after = [`user_removed: ${gone}`, `role_taken: ${gone}`, `role_given: ${gone}`, 'signed_in: ']
  for (const search of ['ann@example.com', 'quill', 'ann quill'])
    assert.deepEqual(await findLines(admin, search), after, search)
  assert.deepEqual((await found(admin, 'search=ann@')).at(-1), 'signed_in ann@example.com (removed)')
  const again = await shop.customer('ann@example.com')
  assert.deepEqual((await found(admin, 'search=ann@')).slice(0, 1), [`signed_in ${again.email}`])
})

onBothEngines('items, money and stock are shown in readable form, and found by name', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ name: 'Walnut Tray', price: 34 })
  const other = await shop.item({ name: 'Oak Tray' })
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 1, price: 34.5, hidden: true })
  await admin.call('POST', `/api/item/${item._id}/stock`, { change: 5, reason: 'New' })
  await admin.call('DELETE', `/api/item/${other._id}`)
  assert.deepEqual(await findLines(admin, 'walnut'), [
    'stock_changed: Walnut Tray: change +5',
    'item_changed: Walnut Tray: price $34 → $34.50, hidden no → yes',
  ])
  assert.deepEqual(await findLines(admin, 'oak tray'), ['item_removed: Oak Tray'])
  assert.deepEqual(await findLines(admin, item._id), await findLines(admin, 'walnut'), 'by its id as well')
})

withCardsOnSqlite('an order is shown and found by its exact number', async shop => {
  const admin = await newAdmin(shop)
  const { order } = await placePaidOrder(shop)
  const other = await placePaidOrder(shop)
  await shop.item({ name: `Tray ${order.number}` })
  await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }, { id: other.order._id }] })
  await admin.call('POST', `/api/booking/${order._id}/unsend`)
  const refund = { amount: 12.5, reason: 'Scratched', restock: 1 }
  assert.equal((await admin.call('POST', `/api/booking/${order._id}/refund`, refund)).statusCode, 200)
  const sent = `orders_sent: ${order.number}, ${other.order.number}`
  const all = [
    `refund_asked: ${order.number}: amount $12.50, restocked 1`,
    `order_unsent: ${order.number}`,
    sent,
  ]
  for (const search of [order.number, order.number.toLowerCase(), order.number.slice(2)])
    assert.deepEqual(await findLines(admin, search), all, search)
  assert.deepEqual(await findLines(admin, other.order.number), [sent])
  assert.deepEqual(await findLines(admin, 'T-99999'), [])
})

onBothEngines(
  'an erased user is found by id, but neither named nor found by former personal data',
  async shop => {
    const ann = await shop.customer('ann@example.com')
    const id = await idOf(shop, ann.email)
    const admin = await newAdmin(shop)
    await admin.call('PUT', `/api/adminUser/${ann.email}`)
    await admin.call('DELETE', `/api/adminUser/${ann.email}`)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual(await findLines(admin, String(id)), [
      'account_erased: an erased user',
      'role_taken: an erased user',
      'role_given: an erased user',
      'signed_in: ',
    ])
    for (const search of ['ann@example.com', 'erased@'])
      assert.ok(!(await findLines(admin, search)).some(line => line.includes('erased user')), search)
    assert.doesNotMatch((await admin.call('GET', '/api/audit.csv')).body, /ann@example\.com/)
  },
)

/** Fails if a day ends at midnight UTC, or if the last day of the filter is excluded. */
for (const [timeZone, at, today, lastMinute] of [
  ['America/St_Johns', '2027-03-13T15:00:00Z', '2027-03-13', '2027-03-14T03:29:00Z'],
  ['Asia/Kathmandu', '2027-03-13T15:00:00Z', '2027-03-13', '2027-03-13T18:14:00Z'],
] as const)
  onBothEngines(
    `the filter includes its last day and excludes the next one [${timeZone}]`,
    async shop => {
      const travelTo = (moment: string) => shop.travel(Date.parse(moment) - shop.deps.now())
      travelTo(at)
      const admin = await newAdmin(shop)
      const item = await shop.item({ name: 'Late Tray' })
      travelTo(lastMinute)
      await admin.call('DELETE', `/api/item/${item._id}`)
      shop.travel(120_000)
      await admin.call('PUT', `/api/item/${item._id}/removed`, { removed: false })
      const acts = (query: string) => found(admin, `search=late+tray&${query}`)
      const [removed, back] = [`item_removed ${admin.email}`, `item_brought_back ${admin.email}`]
      const tomorrow = new Date(Date.parse(today) + day).toISOString().slice(0, 10)
      assert.deepEqual(await acts(`to=${today}`), [removed])
      assert.deepEqual(await acts(`from=${today}&to=${today}`), [removed])
      assert.deepEqual(await acts(`from=${tomorrow}`), [back])
      assert.deepEqual(await acts(`from=${today}&to=${tomorrow}`), [back, removed])
      const { body } = await admin.call('GET', `/api/audit.csv?search=late+tray&to=${today}`)
      assert.match(body, /Item removed/)
      assert.doesNotMatch(body, /Item restored/)
    },
    { SHOP_TIMEZONE: timeZone, SESSION_DAYS: '365', SESSION_IDLE_DAYS: '365' },
  )

/** Fails if midnight belongs to the day before. */
onBothEngines('midnight belongs to the day that it begins', async shop => {
  const midnight = new Date(shop.deps.now() + 2 * day).toISOString().slice(0, 10)
  const item = await shop.item({ name: 'Midnight Tray' })
  const { db } = shop.deps
  const note = (moment: number) =>
    db.write(tx => audit.note(tx, theShop, 'item_removed', { item: item._id }, moment))
  const admin = await newAdmin(shop)
  await note(Date.parse(midnight) - 1)
  await note(Date.parse(midnight))
  const before = new Date(Date.parse(midnight) - day).toISOString().slice(0, 10)
  const times = async (query: string) => (await listed(admin, `search=midnight&${query}`)).map(({ at }) => at)
  assert.deepEqual(await times(`from=${midnight}`), [`${midnight}T00:00:00.000Z`])
  assert.deepEqual(await times(`to=${before}`), [`${before}T23:59:59.999Z`])
})

/** Fails if the next page ignores the days, or if the export ignores the filter. */
onBothEngines('later pages and the export keep the filter', async shop => {
  const admin = await newAdmin(shop)
  const [tray, lamp] = [await shop.item({ name: 'Oak Tray' }), await shop.item({ name: 'Lamp' })]
  await admin.call('DELETE', `/api/item/${lamp._id}`)
  const today = new Date(shop.deps.now()).toISOString().slice(0, 10)
  shop.travel(2 * day)
  await admin.call('DELETE', `/api/item/${tray._id}`)
  const [last] = await listed(admin, 'search=oak')
  shop.travel(1000)
  await admin.call('PUT', `/api/item/${tray._id}/removed`, { removed: false })
  const [newest] = await listed(admin, 'search=oak')
  assert.deepEqual(await found(admin, `after=${newest?._id}&to=${today}`), [
    `item_removed ${admin.email}`,
    `signed_in ${admin.email}`,
  ])
  assert.notEqual(newest?._id, last?._id)
  const file = async (query: string) => (await admin.call('GET', `/api/audit.csv?${query}`)).body
  const bySearch = await file('search=oak')
  assert.match(bySearch, /Oak Tray/)
  assert.doesNotMatch(bySearch, /Lamp|Signed in/)
  const byDay = await file(`to=${today}`)
  assert.match(byDay, /Lamp/)
  assert.doesNotMatch(byDay, /Oak Tray/)
})

/** Fails if the next page starts at the newest row again: a reader would never reach the end. */
onBothEngines('the page after a deleted row is empty', async shop => {
  const admin = await newAdmin(shop)
  assert.ok((await listed(admin, '')).length > 0)
  assert.deepEqual(await listed(admin, 'after=018f0000-0000-7000-8000-000000000000'), [])
})

/** Fails if the log records a role that the user already had. */
onBothEngines('granting a role twice is logged once', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer('ann@example.com')]
  for (let n = 0; n < 2; n++) {
    assert.equal((await admin.call('PUT', `/api/adminUser/${ann.email}`)).statusCode, 200)
    shop.travel(1000)
  }
  assert.equal((await findLines(admin, 'role given')).length, 1)
})
