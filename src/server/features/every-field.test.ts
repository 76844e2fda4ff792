import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { problemKinds } from '#contract/problem.ts'
import { tokensFor, validRequest, withToken } from '../../../tests/helpers/access-table.ts'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../tests/helpers/card-shop.ts'

type Body = Record<string, unknown>

const bodyOf = ({ payload }: InjectOptions): Body | undefined =>
  typeof payload === 'object' && !Buffer.isBuffer(payload) ? (payload as Body) : undefined

/** A valid call by an authorized caller. */
async function goodCall(shop: CardShop, endpoint: Endpoint): Promise<InjectOptions> {
  const owner = await shop.customer()
  const tokens = await tokensFor(shop, owner, endpoint.who)
  const token = endpoint.who === 'admin' ? tokens.admin : owner.token
  return withToken(await validRequest(shop, endpoint, owner), token)
}

/** Only these fields of an order count when it is paid. */
const fieldsOf = ({ path }: Endpoint, body: Body = {}): string[] =>
  path === '/create-payment-intent' ? ['_id', 'with'] : Object.keys(body)

/** All parameters of the call, and an unknown one. */
function queryNamesOf({ query, path }: Endpoint): string[] {
  if (!query) return []
  assert.ok(query instanceof z.ZodMiniObject, path)
  return [...Object.keys(query.shape), 'unheardOf']
}

const nasty: unknown[] = [
  "' or '1'='1",
  "'; drop table users; --",
  '\\"; delete from items; --',
  '%27%20or%201=1',
  '{{7*7}}<%= 7*7 %>%s%n',
  '../../../../etc/passwd',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  'e\u0301\u0301\u0301',
  '',
  ' ',
  'x'.repeat(5000),
  null,
  true,
  -1,
  2.5,
  2 ** 53,
  [],
  ['3'],
  {},
  { $gt: '' },
  { toString: 'x', length: 2 ** 32 },
]

/** Values that the engines store, compare or refuse differently; the others are refused before the database is used. */
const nastyForPostgres: unknown[] = [
  "' or '1'='1",
  '\\"; delete from items; --',
  'a\u0000b',
  '\ud800',
  '',
  2 ** 53,
]

/** The call succeeded or was refused, without a 500 and without internal details. */
function assertSane(answer: { statusCode: number; body: string; headers: object }, about: string): void {
  assert.ok(answer.statusCode < 500, `${about}: ${answer.statusCode} ${answer.body}`)
  if (answer.statusCode < 400) return
  const { code, status } = JSON.parse(answer.body)
  assert.equal(problemKinds[code as keyof typeof problemKinds]?.status, status, about)
  assert.doesNotMatch(answer.body, /node_modules|\.ts:|SQLITE|syntax error|select |insert |\/src\//i, about)
}

withCards('no value in any field of any call causes an internal error', async shop => {
  for (const endpoint of endpoints.filter(({ path }) => path !== '/auth/sign-up')) {
    const call = await goodCall(shop, endpoint)
    const body = bodyOf(call)
    for (const value of shop.engine === 'sqlite' ? nasty : nastyForPostgres) {
      const about = `${endpoint.method} ${endpoint.path} ${JSON.stringify(value)?.slice(0, 40)}`
      for (const field of fieldsOf(endpoint, body))
        assertSane(await shop.call({ ...call, payload: { ...body, [field]: value } }), `${about} in ${field}`)
      const written = encodeURIComponent(
        `${typeof value === 'object' ? JSON.stringify(value) : value}`.toWellFormed(),
      )
      const path = endpoint.path.replace(/\{\w+\}/, written)
      if (path !== endpoint.path) assertSane(await shop.call({ ...call, url: `/api${path}` }), about)
      for (const name of queryNamesOf(endpoint))
        assertSane(await shop.call({ ...call, url: `${call.url}?${name}=${written}` }), `${about} as ${name}`)
    }
  }
})

withCardsOnSqlite('no call accepts an unknown field or one of another type', async shop => {
  const admins = async () =>
    (await shop.deps.db.read.selectFrom('users').selectAll().where('admin_since', 'is not', null).execute())
      .length
  let tried = 0
  for (const endpoint of endpoints) {
    const call = await goodCall(shop, endpoint)
    const body = bodyOf(call)
    if (!body || !endpoint.body) continue
    const before = await admins()
    for (const field of ['admin', 'role', 'admin_since', '_admin', 'constructor']) {
      const answer = await shop.call({ ...call, payload: { ...body, [field]: true } })
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'unknown_field'], endpoint.path)
    }
    for (const field of fieldsOf(endpoint, body)) {
      const other = typeof body[field] === 'number' ? String(body[field]) : 7
      const answer = await shop.call({ ...call, payload: { ...body, [field]: other } })
      assert.equal(answer.statusCode, 400, `${endpoint.path} ${field}: ${answer.body}`)
      tried++
    }
    assert.equal(await admins(), before)
  }
  assert.ok(tried > 30, `${tried} fields`)
})
