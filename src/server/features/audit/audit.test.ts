import assert from 'node:assert/strict'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { routeKey, tokensFor, validRequest, withToken } from '../../../../tests/helpers/access-table.ts'
import { type CardShop, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import type { AuditRow } from '../../db/schema/tables.ts'
import * as removals from '../../store/removals.ts'
import * as users from '../../store/users.ts'
import { signUp } from '../identity/sign-up.ts'

const rowsOf = ({ deps }: TestShop): Promise<AuditRow[]> =>
  deps.db.read.selectFrom('audit_log').selectAll().orderBy('n').execute()

const day = 86_400_000

async function idOf({ deps }: TestShop, email: string): Promise<string | undefined> {
  const user = await deps.db.read.selectFrom('users').select('id').where('email', '=', email).execute()
  return user[0]?.id
}

/** Makes a call to this endpoint as an admin, and returns the log rows that it added. */
async function rowsAddedBy(shop: CardShop, endpoint: Endpoint): Promise<AuditRow[]> {
  const owner = await shop.customer()
  const { admin: token } = await tokensFor(shop, owner, endpoint.who)
  // Revoking the role of a non-admin changes nothing.
  if (routeKey(endpoint) === 'DELETE /adminUser/{email}')
    await shop.deps.db.write(tx => users.makeAdmin(tx, owner.email, shop.deps.now()))
  if (routeKey(endpoint) === 'PUT /user/{email}/removed')
    await shop.deps.db.write(async tx => {
      const { id = '' } = (await users.findByEmail(tx, owner.email)) ?? {}
      await removals.begin(tx, id, shop.deps.now())
    })
  const call = withToken(await validRequest(shop, endpoint, owner), token)
  const before = (await rowsOf(shop)).length
  const answer = await shop.call(call)
  assert.ok(answer.statusCode < 300, `${routeKey(endpoint)}: ${answer.body}`)
  const left = (await rowsOf(shop)).slice(before)
  for (const { who, detail } of left) {
    assert.doesNotMatch(detail, /@/, `${routeKey(endpoint)} names somebody`)
    assert.notEqual(who, null)
  }
  return left
}

/** Fails if any of these calls does not write its log entry. */
withCardsOnSqlite('every change by an admin adds a log row, and so does every export', async shop => {
  const changing = endpoints.filter(
    ({ who, method, answers }) => who === 'admin' && (method !== 'GET' || answers === 'text/csv'),
  )
  assert.ok(changing.length > 15)
  const silent: string[] = []
  for (const endpoint of changing)
    if ((await rowsAddedBy(shop, endpoint)).length !== 1) silent.push(routeKey(endpoint))
  assert.deepEqual(silent, [])
})

/** Fails if the row is written in a separate transaction. */
onSqlite('a refused call adds no row', async shop => {
  const admin = await newAdmin(shop)
  const before = (await rowsOf(shop)).length
  const email = encodeURIComponent(admin.email)
  assert.equal((await admin.call('DELETE', `/api/adminUser/${email}`)).json().code, 'last_admin')
  assert.equal((await admin.call('DELETE', `/api/item/${crypto.randomUUID()}`)).statusCode, 404)
  const ann = await shop.customer()
  const signedIn = before + 1
  assert.equal((await admin.call('DELETE', `/api/adminUser/${ann.email}`)).statusCode, 204, 'she has no role')
  assert.equal((await rowsOf(shop)).length, signedIn)
})

onSqlite('sign-ins and refused attempts are logged, without the email', async shop => {
  const email = 'ann@example.com'
  const visitor = { address: '192.0.2.9', times: 1 }
  await signUp(shop.deps, { name: 'Ann', email, password: 'teapot-9' }, visitor)
  const ann = await idOf(shop, email)
  const signIn = (payload: object) => shop.call({ method: 'POST', url: '/api/auth/sign-in', payload })
  await signIn({ email, password: 'wrong' })
  await signIn({ email: 'nobody@example.com', password: 'wrong' })
  const proof =
    String((await signIn({ email, password: 'teapot-9' })).headers['set-cookie']).split(';')[0] ?? ''
  const entry = { method: 'PUT', url: `/api/users/${email}`, payload: { email } } as const
  assert.equal((await shop.call({ ...entry, headers: { cookie: proof } })).statusCode, 200)
  assert.deepEqual(
    (await rowsOf(shop)).map(({ what, who, detail, address }) => [what, who, detail, address]),
    [
      ['sign_in_refused', ann, '{"why":"wrong password"}', '127.0.0.1'],
      ['sign_in_refused', null, '{"why":"unknown user"}', '127.0.0.1'],
      ['signed_in', ann, '{}', '127.0.0.1'],
    ],
  )
})

/** Fails if rate-limited attempts are logged: password guessing would fill the disk. */
onSqlite('a rate-limited attempt adds no row', async shop => {
  const payload = { email: 'nobody@example.com', password: 'x' }
  for (let i = 0; i < 14; i++) await shop.call({ method: 'POST', url: '/api/auth/sign-in', payload })
  assert.equal((await rowsOf(shop)).length, 10)
})

onBothEngines('a change is logged with its old and new values', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ price: 34 })
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 1, price: 35, name: item.name })
  const [entry] = (await admin.call('GET', '/api/audit?search=item+changed')).json()
  assert.deepEqual(entry.detail, { item: item._id, before: { price: 34 }, after: { price: 35 } })
  assert.equal(entry.who, admin.email)
})

async function found(admin: Customer, query: string): Promise<string[]> {
  const answer = await admin.call('GET', `/api/audit?${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ what: string; who: string }[]>().map(({ what, who }) => `${what} ${who}`)
}

onBothEngines('the log is paged, newest first, and filtered by act, person, address and day', async shop => {
  const ann = await shop.customer('ann@example.com')
  shop.travel(2 * day)
  const admin = await newAdmin(shop)
  await admin.call('PUT', `/api/adminUser/${ann.email}`)
  const all = [`role_given ${admin.email}`, `signed_in ${admin.email}`, `signed_in ${ann.email}`]
  assert.deepEqual(await found(admin, ''), all)
  assert.deepEqual(await found(admin, 'search=ROLE'), all.slice(0, 1))
  assert.deepEqual(await found(admin, 'search=ann@'), [all[0], all[2]], 'by whom, and about whom')
  assert.deepEqual(await found(admin, 'search=127.0.0.1'), all)
  assert.deepEqual(await found(admin, 'search=nothing'), [])
  const today = new Date(shop.deps.now()).toISOString().slice(0, 10)
  assert.deepEqual(await found(admin, `from=${today}`), all.slice(0, 2))
  const before = new Date(shop.deps.now() - day).toISOString().slice(0, 10)
  assert.deepEqual(await found(admin, `to=${before}`), all.slice(2))
  const first = await admin.call('GET', '/api/audit?limit=2')
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  const second = (await admin.call('GET', next)).json<{ who: string }[]>()
  assert.deepEqual(
    second.map(({ who }) => who),
    [ann.email],
  )
})

onBothEngines('exporting the log is logged', async shop => {
  const admin = await newAdmin(shop)
  const { body } = await admin.call('GET', '/api/audit.csv?search=exported')
  assert.match(body, /at,who,address,what,about,detail,hash\r?\n/)
  assert.match(body, new RegExp(`,${admin.email},127.0.0.1,Audit log exported,`))
})
