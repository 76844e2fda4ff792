import assert from 'node:assert/strict'
import { v7 as newId } from 'uuid'
import type { Item } from '#contract/items.ts'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { allEmails } from '../../../../tests/helpers/outbox-emails.ts'
import { paidOrder, refund } from '../../../../tests/helpers/refunding.ts'
import { newAdmin, onSqlite } from '../../../../tests/helpers/shop.ts'
import { notifyRestocked } from '../../jobs/notify-restocked.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import * as stockAlerts from '../../store/stock-alerts.ts'
import * as users from '../../store/users.ts'

const day = 86_400_000

const ask = (who: Customer, { _id }: Item) => who.call('POST', `/api/items/${_id}/notify`)
const isAsked = async (who: Customer, { _id }: Item) =>
  (await who.call('GET', `/api/items/${_id}/notify`)).json().asked

const restock = (admin: Customer, { _id }: Item, change = 3) =>
  admin.call('POST', `/api/item/${_id}/stock`, { change, reason: 'Delivery' })

/** The recipients of back-in-stock emails, in sending order. */
async function notified({ deps }: CardShop): Promise<string[]> {
  const messages = await allEmails(deps.db.read)
  return messages
    .filter(({ subject }) => /is back$/.test(subject) && !/^We will/.test(subject))
    .sort((a, b) => a.next_try_at - b.next_try_at)
    .map(({ recipient }) => recipient)
}

withCards('subscribers are notified once when an item is back, the longest waiting first', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ name: 'Oak Tray', availableQuantity: 1, mustQuantity: 2 })
  const people: Customer[] = []
  for (let n = 0; n < 3; n++) {
    shop.travel(1000)
    const one = await shop.customer()
    assert.equal(await isAsked(one, item), false)
    const answer = await ask(one, item)
    assert.deepEqual([answer.statusCode, answer.json()], [201, { asked: true }])
    assert.equal(await isAsked(one, item), true)
    people.push(one)
  }
  const [first] = people
  assert.ok(first)
  assert.equal((await ask(first, item)).statusCode, 201, 'asking again changes nothing')
  assert.equal(await notifyRestocked(shop.deps), 0, 'less is there than can be ordered')
  await restock(admin, item)
  assert.equal(await notifyRestocked(shop.deps), 3)
  assert.equal(await notifyRestocked(shop.deps), 0)
  assert.deepEqual(
    await notified(shop),
    people.map(({ email }) => email),
  )
  assert.equal(await isAsked(first, item), false)
  const refused = await ask(first, item)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'in_stock'])
})

/** Fails if two processes take the same subscribers off the list. */
withCards('two processes that notify concurrently send each email once', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 0 })
  for (let n = 0; n < 6; n++) await ask(await shop.customer(), item)
  await restock(admin, item)
  const messages = await Promise.all([notifyRestocked(shop.deps), notifyRestocked(shop.deps)])
  assert.equal(messages[0] + messages[1], 6)
  assert.equal(new Set(await notified(shop)).size, 6)
})

withCards('returned stock triggers alerts: a removal, a lapsed hold, a refund, an import', async shop => {
  const { admin, ann, item, id } = await paidOrder(shop)
  const waiting = await confirmed(shop.deps, await shop.customer())
  const takeAll = async () => (await ann.order(item, 5)).json<{ _id: string }>()
  const back = async (bring: () => Promise<unknown>) => {
    assert.equal((await ask(waiting, item)).statusCode, 201)
    assert.equal(await notifyRestocked(shop.deps), 0)
    await bring()
    assert.equal(await notifyRestocked(shop.deps), 1)
    shop.travel(1000)
  }
  const removed = await takeAll()
  await back(() => ann.call('DELETE', `/api/myBooking/${removed._id}`))
  await takeAll()
  await back(async () => {
    shop.travel(3_600_000)
    await releaseHolds(shop.deps)
  })
  await ann.order(item, 5)
  await back(() => refund(admin, id, { amount: 5, restock: 1 }))
  await ann.order(item, 1)
  const file = `_id,availableQuantity\n${item._id},4\n`
  await back(() => admin.call('POST', '/api/items.csv', Buffer.from(file), { 'content-type': 'text/csv' }))
  assert.equal((await notified(shop)).length, 4)
})

withCards('an alert is canceled on the page, or by its link without signing in', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 0 })
  const [ann, bob, cleo] = [await shop.customer(), await shop.customer(), await shop.customer()]
  for (const who of [ann, bob, cleo]) await ask(who, item)
  assert.equal((await ann.call('DELETE', `/api/items/${item._id}/notify`)).statusCode, 204)
  assert.equal(await isAsked(ann, item), false)
  const messages = await allEmails(shop.deps.db.read)
  const text = messages.find(({ recipient }) => recipient === bob.email)?.text_body ?? ''
  const [, address = '', secret] = /(http\S+)\/\?stop=([\w-]{43})/.exec(text) ?? []
  assert.match(address, /^http:\/\/localhost/)
  const stop = (given: string) =>
    shop.call({ method: 'POST', url: '/api/notify/stop', payload: { secret: given } })
  assert.equal((await shop.call({ url: `/api/notify/stop?secret=${secret}` })).statusCode, 404)
  assert.equal(await isAsked(bob, item), true, 'opening the page changes nothing')
  for (const [given, status] of [
    ['x'.repeat(43), 410],
    [String(secret), 204],
    [String(secret), 410],
  ] as const)
    assert.equal((await stop(given)).statusCode, status)
  assert.match((await stop(String(secret))).json().detail, /nothing left to cancel with this link/)
  assert.equal((await stop('short')).statusCode, 400)
  await restock(admin, item)
  assert.equal(await notifyRestocked(shop.deps), 1)
  assert.deepEqual(await notified(shop), [cleo.email])
})

withCardsOnSqlite('no alerts for hidden or removed items, nor to removed users', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 0 })
  const [ann, gone] = [await shop.customer(), await shop.customer()]
  for (const who of [ann, gone]) await ask(who, item)
  assert.equal((await admin.call('DELETE', `/api/user/${gone.email}`)).statusCode, 204)
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 1, hidden: true })
  await restock(admin, item)
  assert.equal(await notifyRestocked(shop.deps), 0)
  assert.equal((await ask(ann, item)).statusCode, 404)
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 2, hidden: false })
  assert.equal(await notifyRestocked(shop.deps), 1)
  assert.deepEqual(await notified(shop), [ann.email])
})

/** Fails if an old link reports success but cancels nothing, or if repeated requests send as many emails. */
withCardsOnSqlite(
  'the link in an old email cancels a repeated request; at most one email a day is sent',
  async shop => {
    const item = await shop.item({ availableQuantity: 0 })
    const ann = await confirmed(shop.deps, await shop.customer())
    const messages = async () =>
      (await allEmails(shop.deps.db.read)).filter(({ recipient }) => recipient === ann.email)
    const askAgain = async () => {
      await ann.call('DELETE', `/api/items/${item._id}/notify`)
      assert.equal((await ask(ann, item)).statusCode, 201)
      assert.equal(await isAsked(ann, item), true)
    }
    // At noon, so that the whole test stays on one day.
    shop.travel(1.5 * day - (shop.deps.now() % day))
    await ask(ann, item)
    const [, secret] = /\?stop=([\w-]{43})/.exec((await messages())[0]?.text_body ?? '') ?? []
    for (let n = 0; n < 3; n++) await askAgain()
    assert.equal((await messages()).length, 1)
    shop.travel(day)
    await askAgain()
    assert.equal((await messages()).length, 2)
    await shop.call({ method: 'POST', url: '/api/notify/stop', payload: { secret } })
    assert.equal(await isAsked(ann, item), false)
  },
)

/** Fails if only the account is limited: accounts are free, and their email may belong to someone else. */
withCardsOnSqlite('the number of alert emails a day is limited by account and by address', async shop => {
  const items: Item[] = []
  for (let n = 0; n < 11; n++) items.push(await shop.item({ availableQuantity: 0 }))
  const askAll = async (who: Customer) => {
    const answers = []
    for (const item of items) answers.push((await ask(who, item)).statusCode)
    return answers.filter(status => status === 201).length
  }
  assert.equal(await askAll(await confirmed(shop.deps, await shop.customer())), 10)
  // As when other users at the same address have asked as well.
  await shop.deps.db.write(tx =>
    tx.updateTable('rate_counters').set({ count: 98 }).where('name', 'like', 'alerts from %').execute(),
  )
  assert.equal(await askAll(await confirmed(shop.deps, await shop.customer())), 2)
  shop.travel(day)
  assert.equal(await askAll(await confirmed(shop.deps, await shop.customer())), 10)
})

/** Adds this many subscribers, one after the other. */
async function subscribe({ deps: { db, now } }: CardShop, { _id }: Item, size: number): Promise<string[]> {
  const people = Array.from({ length: size }, (_, n) => ({ id: newId(), email: `${n}@example.com` }))
  await db.write(async tx => {
    for (const [n, { id, email }] of people.entries()) {
      await users.insert(tx, { id, email, display_name: email, password_hash: null, created_at: now() })
      await stockAlerts.add(tx, { item_id: _id, user_id: id, secret_hash: id, created_at: n })
    }
  })
  return people.map(({ email }) => email)
}

/** Fails if one run emails everyone: the last ones would read 'is back' about a sold-out item, and receipts would wait. */
withCards('many subscribers are notified in batches, while the item is in stock', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 0 })
  const people = await subscribe(shop, item, 101)
  await restock(admin, item)
  assert.equal(await notifyRestocked(shop.deps), 100)
  const buyer = await shop.customer()
  assert.equal((await buyer.order(item, 3)).statusCode, 201)
  assert.equal(await notifyRestocked(shop.deps), 0)
  await restock(admin, item)
  shop.travel(10_000)
  assert.equal(await notifyRestocked(shop.deps), 1)
  assert.deepEqual(await notified(shop), people)
})

/** Fails if the stock is checked only once: an order may come before the subscribers are read. */
withCardsOnSqlite('subscribers stay on the list if the item has sold out again', async shop => {
  const item = await shop.item({ availableQuantity: 1 })
  await subscribe(shop, item, 1)
  const take = () => shop.deps.db.write(tx => stockAlerts.takeOldest(tx, item._id, 9))
  await (await shop.customer()).order(item, 1)
  assert.deepEqual(await take(), [])
  await restock(await newAdmin(shop), item)
  assert.equal((await take()).length, 1)
})

onSqlite('a shop without email refuses alerts with a reason', async shop => {
  const item = await shop.item({ availableQuantity: 0 })
  const ann = await shop.customer()
  for (const method of ['GET', 'POST'] as const) {
    const answer = await ann.call(method, `/api/items/${item._id}/notify`)
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'feature_off'])
  }
})

/** Fails if an email is sent for each restocked item: the account's email address may belong to someone else. */
withCards('an unconfirmed email gets an alert for one item a day', async shop => {
  const [admin, eve] = [await newAdmin(shop), await shop.customer()]
  const items = [await shop.item({ availableQuantity: 0 }), await shop.item({ availableQuantity: 0 })]
  for (const item of items) {
    assert.equal((await ask(eve, item)).statusCode, 201)
    shop.travel(day + 1)
  }
  for (const item of items) await restock(admin, item)
  assert.equal(await notifyRestocked(shop.deps), 2)
  const messages = await allEmails(shop.deps.db.read)
  const due = messages.filter(({ id }) => id.startsWith('back ')).map(({ next_try_at }) => next_try_at)
  assert.equal(Math.max(...due) - Math.min(...due), day)
})
