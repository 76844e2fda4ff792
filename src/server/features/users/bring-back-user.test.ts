import assert from 'node:assert/strict'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { factorTables, giveFactors } from '../../../../tests/helpers/factors.ts'
import { finishRemovals } from '../../../../tests/helpers/finish-removals.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { closeAccounts } from '../../jobs/close-accounts.ts'

const remove = (by: Customer, { email }: Customer) => by.call('DELETE', `/api/user/${email}`)

const bringBack = (by: Customer, { email }: Customer) =>
  by.call('PUT', `/api/user/${email}/removed`, { removed: false })

const uidOf = async (who: Customer): Promise<string> => (await who.call('GET', '/api/auth/me')).json().uid

const kept = ['orders', 'reviews', 'profiles', 'linked_accounts', 'stock_alerts', ...factorTables] as const

/** The number of rows that a user has in each table. */
const rowsOf = async ({ deps: { db } }: TestShop, id: string) =>
  Object.fromEntries(
    await Promise.all(
      kept.map(async table => {
        const rows = await db.read.selectFrom(table).select('user_id').where('user_id', '=', id).execute()
        return [table, rows.length] as const
      }),
    ),
  )

/** A customer with a row in every table of `kept`. */
async function customerWithAll(shop: TestShop): Promise<Customer> {
  const ann = await shop.customer('ann@example.com')
  await ann.order(await shop.item({ availableQuantity: 10 }), 3)
  const soldOut = await shop.item({ availableQuantity: 0 })
  await ann.call('POST', '/api/myReview', { name: 'Ann', comment: 'Good', starRating: 5 })
  const profile = { name: 'Ann', address: 'a', education: 'e', linkedin: 'l', mobileNumber: '1' }
  await ann.call('PUT', '/api/myProfile', { ...profile, email: ann.email })
  const user_id = await uidOf(ann)
  await shop.deps.db.write(async tx => {
    const link = { provider: 'google', subject: '7', user_id, created_at: 1 }
    await tx.insertInto('linked_accounts').values(link).execute()
    const alert = { item_id: soldOut._id, user_id, created_at: 1, secret_hash: 'x' }
    await tx.insertInto('stock_alerts').values(alert).execute()
    await giveFactors(tx, user_id)
  })
  return ann
}

/** Fails if anything is deleted at once: Undo would bring back half a user. */
onBothEngines('a user who was just removed comes back with everything but their sessions', async shop => {
  const admin = await newAdmin(shop)
  const ann = await customerWithAll(shop)
  const id = await uidOf(ann)
  const before = await rowsOf(shop, id)
  assert.ok(
    Object.values(before).every(count => count > 0),
    JSON.stringify(before),
  )
  assert.equal((await remove(admin, ann)).statusCode, 204)
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 401)
  shop.travel(14_000)
  await closeAccounts(shop.deps)
  const back = await bringBack(admin, ann)
  assert.deepEqual([back.statusCode, back.json()._id, back.json().orders], [200, id, 1])
  assert.deepEqual(await rowsOf(shop, id), before)
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 401, 'they sign in again')
  assert.equal((await bringBack(admin, ann)).statusCode, 200, 'a retry after a lost response')
  const acts = (await admin.call('GET', '/api/audit')).json().map(({ what }: { what: string }) => what)
  assert.deepEqual(acts.slice(0, 2), ['user_brought_back', 'user_removed'])
  await finishRemovals(shop)
  assert.deepEqual(await rowsOf(shop, id), before, 'the job leaves them alone')
})

/** Fails if only a request finishes the removal: it would be lost with the process. */
onBothEngines('after that it is too late, and the job deletes what a removed user leaves', async shop => {
  const admin = await newAdmin(shop)
  const ann = await customerWithAll(shop)
  const id = await uidOf(ann)
  await remove(admin, ann)
  shop.travel(15_001)
  const late = await bringBack(admin, ann)
  assert.deepEqual([late.statusCode, late.json().code], [409, 'too_late'])
  assert.match(late.json().detail, /too late to restore this user/)
  await finishRemovals(shop)
  const { orders, reviews, profiles, ...gone } = await rowsOf(shop, id)
  assert.deepEqual([orders, reviews, profiles], [1, 1, 1], 'only their credentials and alerts go')
  assert.deepEqual(new Set(Object.values(gone)), new Set([0]))
  const order = await shop.deps.db.read.selectFrom('orders').select('removed_at').executeTakeFirstOrThrow()
  assert.ok(order.removed_at, 'the unpaid order is canceled')
})

/** Fails if the newcomer is taken for the removed user, or if both share the email. */
onBothEngines('a user stays removed if their email was taken meanwhile', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer('ann@example.com')
  await remove(admin, ann)
  const newcomer = await shop.customer('ann@example.com')
  const refused = await bringBack(admin, ann)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'email_taken'])
  assert.equal((await newcomer.call('GET', '/api/auth/me')).statusCode, 200)
  assert.deepEqual((await admin.call('GET', '/api/users')).json().length, 2)
})

/** Fails if an earlier removal of somebody with the same e-mail is undone, in place of the one that was just made. */
onBothEngines('of two users with one e-mail, the one who was removed last comes back', async shop => {
  const admin = await newAdmin(shop)
  const ids: string[] = []
  for (const _ of ['first', 'second']) {
    const ann = await shop.customer('ann@example.com')
    ids.push(await uidOf(ann))
    await remove(admin, ann)
    shop.travel(1000)
  }
  const back = await admin.call('PUT', '/api/user/ann@example.com/removed', { removed: false })
  assert.deepEqual([back.statusCode, back.json()._id], [200, ids[1]])
})

onSqlite('an admin comes back as an admin, and an unknown user does not', async shop => {
  const [admin, second] = [await newAdmin(shop), await newAdmin(shop)]
  await remove(admin, second)
  assert.equal((await bringBack(admin, second)).json().role, 'admin')
  const unknown = await admin.call('PUT', '/api/user/nobody@example.com/removed', { removed: false })
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'not_found'])
  const odd = await admin.call('PUT', `/api/user/${second.email}/removed`, { removed: true })
  assert.equal(odd.statusCode, 400)
})
