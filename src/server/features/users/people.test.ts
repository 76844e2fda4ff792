import assert from 'node:assert/strict'
import { listedUser } from '#contract/users.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { seenMs } from '../../sessions/note-seen.ts'

const listed = async (by: Customer, query = '') =>
  (await by.call('GET', `/api/users${query}`)).json().map((user: unknown) => listedUser.parse(user))

const one = async (by: Customer, { email }: Customer) =>
  (await listed(by)).find((user: { email: string }) => user.email === email) ?? assert.fail(email)

const emails = async (by: Customer, query: string): Promise<string[]> =>
  (await listed(by, query)).map((user: { email: string }) => user.email)

const setName = (who: Customer, name: string) =>
  who.call('PUT', '/api/myProfile', {
    name,
    email: who.email,
    address: 'a',
    education: 'e',
    linkedin: 'l',
    mobileNumber: '1',
  })

/** A user with this email and this name in the profile. */
async function person(shop: TestShop, email: string, name?: string): Promise<Customer> {
  const customer = await shop.customer(email)
  if (name !== undefined) await setName(customer, name)
  return customer
}

onBothEngines('the list shows each user’s name, number of orders and last visit', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item()
  const ann = await person(shop, 'ann@example.com')
  assert.equal((await one(admin, ann)).name, 'Test Customer', 'the name from sign-up')
  await setName(ann, 'Ann Example')
  const [, second] = [await ann.order(item), await ann.order(item), await admin.order(item)]
  await ann.call('DELETE', `/api/myBooking/${second.json()._id}`)
  const { _id, lastSeenAt, ...listed } = await one(admin, ann)
  assert.deepEqual(listed, {
    email: ann.email,
    role: null,
    name: 'Ann Example',
    verified: false,
    orders: 1,
  })
  assert.ok(Math.abs(Date.parse(lastSeenAt) - shop.deps.now()) < 60_000, lastSeenAt)
  const promoted = await admin.call('PUT', `/api/adminUser/${ann.email}`)
  assert.deepEqual(listedUser.parse(promoted.json()), { _id, lastSeenAt, ...listed, role: 'admin' })
})

/** Counts the transactions from now on. */
function countWrites({ deps: { db } }: TestShop): () => number {
  const write = db.write.bind(db)
  let count = 0
  db.write = (work, how) => {
    count++
    return write(work, how)
  }
  return () => count
}

/** Fails if every request writes: browsing would cost as much as ordering. */
onBothEngines('the last visit is written at most once in 15 minutes', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const seenAt = async () => Date.parse((await one(admin, ann)).lastSeenAt)
  const first = await seenAt()
  shop.travel(seenMs - 60_000)
  const written = countWrites(shop)
  for (let n = 0; n < 5; n++) assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 200)
  await shop.item()
  assert.equal(written(), 1, 'only the item was written')
  assert.equal(await seenAt(), first)
  shop.travel(120_000)
  await Promise.all([1, 2, 3, 4].map(() => ann.call('GET', '/api/auth/me')))
  await eventually(async () => (await seenAt()) > first, 'the visit to be noted')
  assert.ok((await seenAt()) - first >= seenMs)
})

/** Fails if the request waits for the write, or fails with it. */
onSqlite('a request succeeds even if the last visit cannot be written', async shop => {
  const ann = await shop.customer()
  shop.travel(seenMs * 2)
  const { db } = shop.deps
  const write = db.write
  let tries = 0
  db.write = () => {
    tries += 1
    return Promise.reject(new Error('the disk is full'))
  }
  const { statusCode } = await ann.call('GET', '/api/auth/me')
  await eventually(async () => tries > 0, 'the visit to be noted')
  db.write = write
  assert.equal(statusCode, 200)
})

/** Fails if each visitor causes a separate commit. */
onBothEngines('the visits of many concurrent users are written together', async shop => {
  const admin = await newAdmin(shop)
  const people = [admin, ...(await Promise.all([1, 2, 3, 4].map(() => shop.customer())))]
  shop.travel(seenMs * 2)
  const [since, written] = [shop.deps.now(), countWrites(shop)]
  await Promise.all(people.map(person => person.call('GET', '/api/auth/me')))
  const isNoted = ({ lastSeenAt }: { lastSeenAt: string }) => Date.parse(lastSeenAt) >= since
  await eventually(async () => (await listed(admin)).every(isNoted), 'the visits to be noted')
  assert.equal(written(), 1)
})

onBothEngines('a search finds people by any part of their email and name', async shop => {
  const admin = await newAdmin(shop)
  await person(shop, 'ann.smith@example.com', 'Ann-Zoë von Oak')
  await person(shop, 'bob@example.com', 'Bob Anniston')
  await person(shop, 'oak@example.com')
  for (const [search, found] of [
    ['ann', ['bob@example.com', 'ann.smith@example.com']],
    ['ANN.SMITH@', ['ann.smith@example.com']],
    [' ann.smith ', ['ann.smith@example.com']],
    ['smith', ['ann.smith@example.com']],
    ['example oak', ['oak@example.com', 'ann.smith@example.com']],
    ['niston', ['bob@example.com']],
    ['zoe', ['ann.smith@example.com']],
    ['oak', ['oak@example.com', 'ann.smith@example.com']],
    ['oak ann', ['ann.smith@example.com']],
    ['oak bob', []],
    ['bob@example.com', ['bob@example.com']],
    ['%', []],
    ['_', []],
    ['nobody', []],
  ] as const)
    assert.deepEqual(await emails(admin, `?search=${encodeURIComponent(search)}`), found, search)
  assert.equal((await emails(admin, '?search=%20')).length, 4, 'a blank search lists everyone')
  const tooLong = await admin.call('GET', `/api/users?search=${'x'.repeat(101)}`)
  assert.deepEqual([tooLong.statusCode, tooLong.json().code], [400, 'bad_input'])
})

onBothEngines('search results are newest first, and no user appears on two pages', async shop => {
  const admin = await newAdmin(shop)
  const added: string[] = []
  for (let n = 0; n < 5; n++) {
    shop.travel(1000)
    added.push((await person(shop, `p-${n}@example.com`, 'Ann Annabel')).email)
    const gone = await person(shop, `ann-${n}@example.com`, 'Ann Annabel')
    await admin.call('DELETE', `/api/user/${gone.email}`)
  }
  const seen: string[] = []
  let next: string | undefined = '/api/users?limit=2&search=ann'
  while (next && seen.length < 20) {
    const page = await admin.call('GET', next)
    seen.push(...page.json().map((user: { email: string }) => user.email))
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.deepEqual(seen, added.toReversed())
})

/** Fails if the words of a name are never removed from the index. */
onBothEngines('a search uses the current name, and does not find removed users', async shop => {
  const admin = await newAdmin(shop)
  const ann = await person(shop, 'zora@example.com', 'Ann Maiden')
  await setName(ann, 'Ann Married')
  assert.deepEqual(await emails(admin, '?search=maiden'), [])
  assert.deepEqual(await emails(admin, '?search=married'), [ann.email])
  await admin.call('DELETE', `/api/user/${ann.email}`)
  for (const search of ['married', 'zora@'])
    assert.deepEqual(await emails(admin, `?search=${search}`), [], search)
})

/** Fails if only profiles are searched. */
onBothEngines('a user without a profile is found by the name from sign-up', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer('a@example.com')
  const found = async (search: string) => (await emails(admin, `?search=${search}`)).includes(ann.email)
  assert.equal(await found('customer+test'), true)
  await setName(ann, 'Zoë Quill')
  assert.deepEqual([await found('quill'), await found('customer+test')], [true, false])
})

const demote = (by: Customer, email: string) => by.call('DELETE', `/api/adminUser/${email}`)

onSqlite(
  'a demoted user has no admin access from the next request on; the last admin cannot be demoted',
  async shop => {
    const admin = await newAdmin(shop)
    const ann = await newAdmin(shop)
    assert.equal((await demote(ann, admin.email.toUpperCase())).statusCode, 204)
    assert.equal((await admin.call('GET', '/api/users')).statusCode, 403)
    assert.equal((await admin.call('GET', '/api/auth/me')).statusCode, 200, 'still signed in')
    assert.equal(
      (await demote(ann, admin.email)).statusCode,
      204,
      'revoking the role of a non-admin succeeds',
    )
    const last = await demote(ann, ann.email)
    assert.deepEqual([last.statusCode, last.json().code], [409, 'last_admin'])
    assert.equal((await demote(ann, 'nobody@example.com')).statusCode, 404)
    await ann.call('PUT', `/api/adminUser/${admin.email}`)
    assert.equal((await demote(ann, ann.email)).statusCode, 204, 'their own role, if there is another admin')
    assert.equal((await ann.call('GET', '/api/users')).statusCode, 403)
  },
)

/** If admins are counted by a plain select instead of updating their rows, PostgreSQL leaves none. */
onBothEngines('of two admins who demote each other concurrently, one stays', async shop => {
  let winner = await newAdmin(shop)
  for (let round = 0; round < 10; round++) {
    const rival = await newAdmin(shop)
    const answers = await Promise.all([demote(winner, rival.email), demote(rival, winner.email)])
    const codes = answers.map(({ statusCode }) => statusCode)
    assert.equal(codes.filter(code => code === 204).length, 1, String(codes))
    if (codes[0] !== 204) winner = rival
    assert.deepEqual(
      (await listed(winner))
        .filter((user: { role: unknown }) => user.role)
        .map((user: { email: string }) => user.email),
      [winner.email],
    )
  }
})
