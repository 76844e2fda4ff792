import assert from 'node:assert/strict'
import { v7 as newId } from 'uuid'
import { withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'
import { givePasskey, turnOnCodes } from '../../../tests/helpers/factors.ts'
import { finishRemovals } from '../../../tests/helpers/finish-removals.ts'
import { confirmPaid, placeTestOrder, startCardPayment } from '../../../tests/helpers/paying.ts'
import { pictureForm } from '../../../tests/helpers/picture-form.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop, userIdOf } from '../../../tests/helpers/shop.ts'
import * as rateCounters from '../store/rate-counters.ts'

const hour = 3_600_000

/** Uses up all but one of a limit. */
const spendMost = (shop: TestShop, name: string, count: number) =>
  shop.deps.db.write(tx =>
    tx
      .insertInto('rate_counters')
      .values({ name, count, resets_at: shop.deps.now() + hour })
      .execute(),
  )

/** If spentUntil() is checked before counting, all 20 concurrent changes pass. */
onBothEngines('a profile is changed at most 120 times an hour, even concurrently', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const words = { name: 'Ann', address: 'x', education: 'x', linkedin: 'x', mobileNumber: '1' }
  const save = () => ann.call('PUT', '/api/myProfile', { ...words, email: ann.email })
  await spendMost(shop, `profile ${await userIdOf(shop, ann.email)}`, 117)
  const answers = await Promise.all(Array.from({ length: 20 }, save))
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 3)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  assert.equal(refused?.json().code, 'too_many_requests')
  assert.ok(Number(refused?.headers['retry-after']) > 3000)
  const other = await bob.call('POST', '/api/myProfile', { ...words, email: bob.email })
  assert.equal(other.statusCode, 201, 'other users are not limited')
  shop.travel(hour + 1)
  assert.equal((await save()).statusCode, 200)
})

withCardsOnSqlite('calls to the card provider are limited by user and by address', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const userId = await userIdOf(shop, ann.email)
  await spendMost(shop, `payments started by ${userId}`, 599)
  const intent = await startCardPayment(ann, order)
  const again = await ann.call('POST', '/api/create-payment-intent', order)
  assert.deepEqual([again.statusCode, again.json().code], [429, 'too_many_requests'])
  const other = await placeTestOrder(shop)
  await shop.deps.db.write(tx =>
    tx
      .updateTable('rate_counters')
      .set({ count: 1200 })
      .where('name', '=', 'payments started from 127.0.0.1')
      .execute(),
  )
  const many = await other.ann.call('POST', '/api/create-payment-intent', other.order)
  assert.deepEqual([many.statusCode, many.json().code], [429, 'too_many_requests'], 'accounts are free')

  const name = `payments claimed by ${userId}`
  await spendMost(shop, name, 298)
  for (const code of ['payment_pending', 'payment_pending', 'too_many_requests'])
    assert.equal((await confirmPaid(ann, order._id, intent)).json().code, code)
  await shop.charge(intent)
  shop.travel(hour + 1)
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
})

withCardsOnSqlite('the first page that reports a payment is not counted', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
  const limit = { name: `payments claimed by ${await userIdOf(shop, ann.email)}`, most: 1, withinMs: hour }
  assert.equal(await rateCounters.spentUntil(shop.deps.db.read, limit, shop.deps.now()), undefined)
})

onSqlite('an admin uploads at most 300 pictures an hour', async shop => {
  const admin = await newAdmin(shop)
  await spendMost(shop, `pictures of ${await userIdOf(shop, admin.email)}`, 299)
  const { payload, headers } = await pictureForm()
  const upload = () => admin.call('POST', '/api/images', payload, headers)
  assert.equal((await upload()).statusCode, 201)
  assert.equal((await upload()).statusCode, 429)
})

/** Fails without a limit: each call is a durable write, and one session could make any number. */
onSqlite('small changes to one’s own account are limited too', async shop => {
  const ann = await shop.customer()
  const userId = await userIdOf(shop, ann.email)
  await turnOnCodes(ann, shop.deps.now())
  const passkey = await shop.deps.db.write(tx => givePasskey(tx, userId))
  const changes = [
    [`secrets for codes of ${userId}`, 30, () => ann.call('POST', '/api/auth/totp')],
    [`recovery codes of ${userId}`, 30, () => ann.call('POST', '/api/auth/totp/recovery-codes')],
    [
      `passkey names of ${userId}`,
      30,
      () => ann.call('PATCH', `/api/auth/passkeys/${passkey}`, { name: 'Phone' }),
    ],
    [`pictures taken away by ${userId}`, 30, () => ann.call('DELETE', '/api/auth/picture')],
    [`name of ${userId}`, 30, () => ann.call('PUT', '/api/auth/name', { name: 'Ann' })],
    [`export ${userId}`, 10, () => ann.call('GET', '/api/auth/export')],
  ] as const
  for (const [name, most, call] of changes) {
    await shop.deps.db.write(tx => tx.deleteFrom('rate_counters').where('name', '=', name).execute())
    await spendMost(shop, name, most - 1)
    assert.ok((await call()).statusCode < 300, name)
    const refused = await call()
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_requests'], name)
  }
})

/** Fails without a limit: an attacker at a signed-in browser could try any number of passwords. */
onSqlite('wrong passwords to close an account, and wrong codes to set up an app, are limited', async shop => {
  const ann = await shop.customer()
  const userId = await userIdOf(shop, ann.email)
  const password_hash = await shop.deps.passwords.hash('teapot-9')
  await shop.deps.db.write(tx => tx.updateTable('users').set({ password_hash }).execute())
  const erase = (password: string) => ann.call('POST', '/api/auth/erase', { password })
  await spendMost(shop, `erase ${userId}`, 9)
  for (const [password, code] of [
    ['wrong', 'wrong_password'],
    ['teapot-9', 'too_many_requests'],
  ] as const)
    assert.equal((await erase(password)).json().code, code)
  await ann.call('POST', '/api/auth/totp')
  const confirm = () => ann.call('PUT', '/api/auth/totp', { code: '000000' })
  await spendMost(shop, `new code ${userId}`, 19)
  for (const code of ['wrong_code', 'too_many_requests']) assert.equal((await confirm()).json().code, code)
})

/** Fails without a limit: one account placed and removed orders until the shop stopped responding. */
onBothEngines('one account places and removes at most 300 orders in ten minutes each', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const item = await shop.item({ availableQuantity: 100 })
  const userId = await userIdOf(shop, ann.email)
  const placed: string[] = []
  const first = await ann.order(item, 1, {}, { 'idempotency-key': 'one' })
  placed.push(first.json()._id)
  await shop.deps.db.write(tx =>
    tx.updateTable('rate_counters').set({ count: 297 }).where('name', '=', `orders of ${userId}`).execute(),
  )
  assert.equal((await ann.order(item, 1, { totalPrice: 1 })).statusCode, 409, 'a refused call is not counted')
  assert.equal((await ann.order(item, 1, {}, { 'idempotency-key': 'one' })).json()._id, placed[0])
  const answers = await Promise.all(Array.from({ length: 8 }, () => ann.order(item)))
  const [done, refused] = [201, 429].map(code => answers.filter(({ statusCode }) => statusCode === code))
  assert.deepEqual([done?.length, refused?.length], [3, 5])
  assert.equal(refused?.[0]?.json().code, 'too_many_requests')
  const wait = Number(refused?.[0]?.headers['retry-after'])
  assert.ok(wait > 500 && wait <= 600, String(wait))
  assert.equal((await bob.order(item)).statusCode, 201, 'other users are not limited')
  placed.push(...(done ?? []).map(answer => answer.json()._id))

  await spendMost(shop, `orders removed by ${userId}`, 298)
  const gone: number[] = []
  for (const id of placed) gone.push((await ann.call('DELETE', `/api/myBooking/${id}`)).statusCode)
  assert.deepEqual(gone, [204, 204, 429, 429])
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 97)
  shop.travel(hour + 1)
  assert.equal((await ann.order(item)).statusCode, 201)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${placed[2]}`)).statusCode, 204)
})

/** Fails if a refusal rolls back its count: a client that only sends wrong prices would have no limit. */
onBothEngines('refused changes count, by account and by address', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const item = await shop.item({ availableQuantity: 100 })
  const passkey = newId()
  const refusals = {
    price_changed: () => ann.order(item, 1, { totalPrice: 1 }),
    not_bought: () =>
      ann.call('POST', '/api/myReview', { name: 'Ann', comment: 'x', starRating: 5, itemId: item._id }),
    not_found: () => ann.call('PATCH', `/api/auth/passkeys/${passkey}`, { name: 'Phone' }),
  }
  const ofAnn = `refused changes of ${await userIdOf(shop, ann.email)}`
  const fromHere = 'refused changes from 127.0.0.1'
  const countOf = async (name: string) => {
    const row = await shop.deps.db.read.selectFrom('rate_counters').select('count').where('name', '=', name)
    return (await row.executeTakeFirst())?.count
  }
  const refused = Object.entries(refusals)
  for (const [n, [code, call]] of refused.entries()) {
    assert.equal((await call()).json().code, code)
    assert.deepEqual([await countOf(ofAnn), await countOf(fromHere)], [n + 1, n + 1], code)
  }
  const spend = (name: string, count: number) =>
    shop.deps.db.write(tx =>
      tx.updateTable('rate_counters').set({ count }).where('name', '=', name).execute(),
    )
  await spend(ofAnn, 300)
  for (const [, call] of refused) {
    const answer = await call()
    assert.deepEqual([answer.statusCode, answer.json().code], [429, 'too_many_requests'])
    assert.match(answer.json().detail, /Please try again in 10 minutes\.$/)
  }
  assert.equal(await countOf(ofAnn), 300, 'nothing is written for them')
  assert.equal((await ann.order(item)).statusCode, 429)
  assert.equal((await bob.order(item)).statusCode, 201, 'other users are not limited')
  await spend(fromHere, 600)
  assert.equal((await bob.order(item)).statusCode, 429, 'other accounts at the same address are limited')
  shop.travel(hour + 1)
  assert.equal((await ann.order(item)).statusCode, 201)
})

onSqlite('an admin can remove an account that has used up its limit of removed orders', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item({ availableQuantity: 5 })
  await ann.order(item, 5)
  await spendMost(shop, `orders removed by ${await userIdOf(shop, ann.email)}`, 300)
  assert.equal((await admin.call('DELETE', `/api/user/${ann.email}`)).statusCode, 204)
  await finishRemovals(shop)
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).json().availableQuantity, 5)
})
