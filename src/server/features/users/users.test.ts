import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { finishRemovals } from '../../../../tests/helpers/finish-removals.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import type { Mail } from '../../adapters/mail.ts'
import { buildApp } from '../../app.ts'
import { canProveEmail } from './promote-user.ts'

const json = { 'content-type': 'application/json' }

const remove = (by: Customer, email: string) => by.call('DELETE', `/api/user/${email}`, undefined, json)
const promote = (by: Customer, email: string) => by.call('PUT', `/api/adminUser/${email}`, undefined, json)
const me = async (who: Customer) => (await who.call('GET', '/api/auth/me')).statusCode
const emailsOf = async (by: Customer) =>
  (await by.call('GET', '/api/users')).json().map((user: { email: string }) => user.email)

onBothEngines('users are listed newest first, page by page, with their role', async shop => {
  const admin = await newAdmin(shop)
  const others: string[] = []
  for (const name of ['one', 'two', 'three']) {
    shop.travel(1000)
    others.push((await shop.customer(`${name}@example.com`)).email)
  }
  const first = await admin.call('GET', '/api/users?limit=2')
  const ids = first.json().map((user: { _id: string }) => user._id)
  assert.equal(
    /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1],
    `/api/users?limit=2&after=${ids[1]}`,
  )
  const rest = await admin.call('GET', `/api/users?limit=2&after=${ids[1]}`)
  assert.equal(rest.headers.link, undefined)
  const seen = [...first.json(), ...rest.json()].map(({ email, role }) => [email, role])
  assert.deepEqual(seen, [...others.toReversed().map(email => [email, null]), [admin.email, 'admin']])
})

onSqlite(
  'a promoted user is an admin from the next request on, and promoting twice is harmless',
  async shop => {
    const admin = await newAdmin(shop)
    const ann = await shop.customer('ann@example.com')
    assert.equal((await ann.call('GET', '/api/users')).statusCode, 403)
    for (const spelling of ['ann@example.com', 'ANN%40example.com']) {
      const promoted = await promote(admin, spelling)
      assert.deepEqual([promoted.statusCode, promoted.json().role], [200, 'admin'])
    }
    assert.equal((await ann.call('GET', '/api/users')).statusCode, 200)
    assert.equal((await promote(admin, 'nobody@example.com')).statusCode, 404)
  },
)

onBothEngines('a removed user is signed out immediately, and their email can sign up again', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 10 })
  const ann = await shop.customer('ann@example.com')
  await ann.order(item, 3)
  assert.equal((await remove(admin, ann.email)).statusCode, 204)
  assert.equal(await me(ann), 401)
  assert.deepEqual(await emailsOf(admin), [admin.email])
  assert.equal((await remove(admin, ann.email)).statusCode, 404)
  assert.equal((await promote(admin, ann.email)).statusCode, 404)

  const again = await shop.customer('ann@example.com')
  await finishRemovals(shop)
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 10)
  assert.equal(await me(again), 200)
  assert.equal(await me(ann), 401)
  assert.deepEqual((await again.call('GET', `/api/myBooking/${again.email}`)).json(), [])
  const { closed_at } = await shop.deps.db.read
    .selectFrom('users')
    .select('closed_at')
    .where('removed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  assert.ok(closed_at, 'nothing is left for the job')
})

/** Fails if admins can remove themselves: one wrong click would lock them out. */
onSqlite('admins cannot remove themselves, only each other', async shop => {
  const admin = await newAdmin(shop)
  const own = async (who: Customer, spelling: string) => {
    const refused = await remove(who, spelling)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'own_account'])
  }
  await own(admin, admin.email)
  const ann = await shop.customer('ann@example.com')
  await promote(admin, ann.email)
  await own(ann, 'ANN@example.com')
  assert.equal(await me(ann), 200)
  assert.equal((await remove(ann, admin.email)).statusCode, 204)
  assert.equal(await me(admin), 401)
})

const verify = (shop: TestShop, email: string) =>
  shop.deps.db.write(tx =>
    tx.updateTable('users').set({ email_verified_at: 1 }).where('email', '=', email).execute(),
  )

/** Fails if anyone can be promoted: someone who signs up first with the owner's email would become an admin by mistake. */
onSqlite('a live shop that can verify emails promotes only verified ones', async shop => {
  const admin = await newAdmin(shop)
  const app = buildApp({
    ...shop.deps,
    mail: { send: async () => undefined, close: () => undefined } as Mail,
  })
  const promoteThere = (email: string) =>
    app.inject({
      method: 'PUT',
      url: `/api/adminUser/${email}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
  const ann = await shop.customer('ann@example.com')
  const refused = await promoteThere(ann.email)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'email_unverified'])
  assert.equal((await ann.call('GET', '/api/users')).statusCode, 403, 'still not an admin')
  assert.equal((await promoteThere(admin.email)).statusCode, 200, 'an admin stays one')
  await verify(shop, ann.email)
  assert.equal((await promoteThere(ann.email)).json().role, 'admin')
  const listed = (await admin.call('GET', '/api/users')).json()
  const verified = listed.map((user: { email: string; verified: boolean }) => [user.email, user.verified])
  assert.deepEqual(Object.fromEntries(verified), { [admin.email]: false, [ann.email]: true })
  await app.close()
})

/** Fails if only mail counts: providers verify emails, too. */
test('emails can be verified by mail and by every provider, and not without any of them', () => {
  const none = { mail: undefined, google: undefined, github: undefined, oidc: undefined, firebase: undefined }
  assert.equal(canProveEmail(none), false)
  for (const prover of Object.keys(none)) assert.equal(canProveEmail({ ...none, [prover]: {} }), true, prover)
})

/** If admins are counted by a plain select instead of updating their rows, PostgreSQL lets both go. */
onBothEngines('of two admins who remove each other concurrently, one stays', async shop => {
  let winner = await newAdmin(shop)
  for (let round = 0; round < 10; round++) {
    const rival = await newAdmin(shop)
    const answers = await Promise.all([remove(winner, rival.email), remove(rival, winner.email)])
    const codes = answers.map(answer => answer.statusCode)
    assert.equal(codes.filter(code => code === 204).length, 1, String(codes))
    assert.ok(
      answers.every(answer => answer.statusCode !== 409 || answer.json().code === 'last_admin'),
      String(codes),
    )
    const [stays, goes] = codes[0] === 204 ? [winner, rival] : [rival, winner]
    assert.equal(await me(goes), 401)
    assert.deepEqual(await emailsOf(stays), [stays.email])
    winner = stays
  }
})

/** Fails if a removed user can still order: the order may stay, and its stock is held. */
onBothEngines('an order placed during the removal of its user is refused or canceled', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 50 })
  for (let round = 0; round < 20; round++) {
    const ann = await shop.customer()
    const [first, removal, second] = await Promise.all([
      ann.order(item, 2),
      remove(admin, ann.email),
      ann.order(item, 2),
    ])
    assert.equal(removal.statusCode, 204)
    for (const { statusCode } of [first, second])
      assert.ok(statusCode === 201 || statusCode === 401, String(statusCode))
    await finishRemovals(shop)
    assert.deepEqual(await openOrders(shop), [])
  }
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 50)
})

const openOrders = ({ deps }: TestShop) =>
  deps.db.read.selectFrom('orders').select('id').where('removed_at', 'is', null).execute()

onSqlite('a removed item is off sale immediately, and cannot be removed twice', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item()
  const order = (await ann.order(item)).json()
  const url = `/api/item/${item._id}`
  assert.equal((await ann.call('DELETE', url, undefined, json)).statusCode, 403)
  assert.equal((await admin.call('DELETE', url, undefined, json)).statusCode, 204)
  assert.deepEqual((await shop.call({ url: '/api/items' })).json(), [])
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).statusCode, 404)
  assert.equal((await ann.order(item)).statusCode, 404)
  assert.equal((await admin.call('DELETE', url, undefined, json)).statusCode, 404)
  assert.equal((await ann.call('GET', `/api/booking/${order._id}`)).json().itemName, item.name)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
})
