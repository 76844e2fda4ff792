import assert from 'node:assert/strict'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as users from '../../store/users.ts'

const remove = (by: Customer, email: string) => by.call('DELETE', `/api/user/${email}`)

const promote = (by: Customer, email: string) => by.call('PUT', `/api/adminUser/${email}`)

const adminsEver = ({ deps }: TestShop) =>
  deps.db.read
    .selectFrom('users')
    .select(['email', 'removed_at'])
    .where('admin_since', 'is not', null)
    .execute()

/** Fails if the role is granted by email alone: a removed account would get it as well, or instead. */
onBothEngines('promotion grants the role to the active user of an email', async shop => {
  const admin = await newAdmin(shop)
  await shop.customer('ann@example.com')
  assert.equal((await remove(admin, 'ann@example.com')).statusCode, 204)
  const ann = await shop.customer('ann@example.com')
  const promoted = await promote(admin, ann.email)
  const me = (await ann.call('GET', '/api/auth/me')).json()
  assert.deepEqual([promoted.json()._id, me.admin], [me.uid, true])
  const admins = await adminsEver(shop)
  assert.deepEqual(
    admins.map(({ email, removed_at }) => `${email} ${removed_at}`).sort(),
    [`${ann.email} null`, `${admin.email} null`].sort(),
  )
})

/** Fails if removed admins count: the last active one could be removed, and the shop would have none. */
onSqlite('a removed admin does not count as another admin', async shop => {
  const [admin, second] = [await newAdmin(shop), await newAdmin(shop)]
  assert.equal((await remove(admin, second.email)).statusCode, 204)
  assert.equal((await adminsEver(shop)).length, 2)
  const { uid } = (await admin.call('GET', '/api/auth/me')).json()
  const { db } = shop.deps
  assert.equal(await db.write(tx => users.hasOtherAdmin(tx, uid)), false)
  assert.equal(await db.write(tx => users.revokeAdmin(tx, uid)), 'last')
  assert.equal((await admin.call('GET', '/api/users')).statusCode, 200)
})

/** Fails if a page starts with the last row of the previous one. */
onBothEngines('no user appears on two pages', async shop => {
  const admin = await newAdmin(shop)
  for (let n = 0; n < 4; n++) await shop.customer()
  const seen: string[] = []
  let next: string | undefined = '/api/users?limit=1'
  while (next && seen.length < 20) {
    const page = await admin.call('GET', next)
    seen.push(...page.json().map((user: { _id: string }) => user._id))
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.equal(seen.length, 5)
  assert.deepEqual(seen, [...new Set(seen)].sort().reverse())
})
