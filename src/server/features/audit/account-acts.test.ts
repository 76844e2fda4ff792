import assert from 'node:assert/strict'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { Act } from '#domain/audit.ts'
import { routeKey } from '../../../../tests/helpers/access-table.ts'
import { identityCalls, welcomeCalls } from '../../../../tests/helpers/account-calls.ts'
import { ownDataCalls } from '../../../../tests/helpers/audit-calls.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { contractClient } from '../../../../tests/helpers/contract-client.ts'
import { factorCalls } from '../../../../tests/helpers/factor-calls.ts'
import { nextCode, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

/** Written by hand: the log entry of each call on the user's own account; null means none. */
const expectedActs: Readonly<Record<string, Act | null>> = {
  'PUT /users/{email}': 'signed_in',
  'POST /auth/reset': 'password_changed',
  'PUT /auth/password': 'password_changed',
  'POST /auth/sign-out': 'signed_out',
  'POST /auth/verify': 'email_confirmed',
  'DELETE /auth/sessions/{id}': 'session_ended',
  'DELETE /auth/sessions': 'other_sessions_ended',
  'POST /auth/erase': 'account_erased',
  'POST /auth/passkeys': 'passkey_added',
  'DELETE /auth/passkeys/{id}': 'passkey_removed',
  'PUT /auth/totp': 'codes_turned_on',
  'DELETE /auth/totp': 'codes_turned_off',
  'POST /auth/totp/recovery-codes': 'recovery_codes_renewed',
  // With a recovery code; a code from the app is as ordinary as a password.
  'POST /auth/totp/check': 'recovery_code_used',
  'POST /auth/welcome': 'role_given',
  'POST /auth/welcome/check': null,
  'POST /auth/sign-up': null,
  'POST /auth/sign-in': null,
  'POST /auth/forgot': null,
  'PUT /auth/name': null,
  'POST /auth/picture': null,
  'DELETE /auth/picture': null,
  'POST /auth/verify/send': null,
  'POST /auth/prove': null,
  'POST /auth/passkeys/options': null,
  'PATCH /auth/passkeys/{id}': null,
  'POST /auth/passkeys/challenge': null,
  'POST /auth/passkeys/sign-in': null,
  'POST /auth/totp': null,
}

const isOwn = ({ method, path }: Endpoint): boolean =>
  method !== 'GET' && (path.startsWith('/auth/') || path === '/users/{email}')

const rowsOf = ({ deps }: TestShop) => deps.db.read.selectFrom('audit_log').selectAll().orderBy('n').execute()

/** Fails if any of these calls does not write its log entry, or if a new call is missing above. */
withCards('each change to sign-in methods adds one log entry without secrets', async shop => {
  assert.deepEqual(endpoints.filter(isOwn).map(routeKey).sort(), Object.keys(expectedActs).sort())
  const [ann, owner] = [await shop.customer(), await shop.customer()]
  let known = (await rowsOf(shop)).length
  const seen = new Set<string>()
  const ask = contractClient(shop, async endpoint => {
    const left = (await rowsOf(shop)).slice(known)
    known += left.length
    const route = routeKey(endpoint)
    if (!isOwn(endpoint)) return
    seen.add(route)
    const act = expectedActs[route]
    assert.deepEqual(
      left.map(({ what }) => what),
      act ? [act] : [],
      route,
    )
    for (const { who, address, detail } of left) {
      assert.deepEqual([who === null, address], [false, '127.0.0.1'], route)
      // One of our ids may look like a recovery code.
      const withoutIds = detail.replace(/[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}/g, 'an id')
      assert.doesNotMatch(withoutIds, /@|[\w-]{43}|[A-Z2-7]{32}|([a-z2-7]{4}-){3}/, `${route} tells too much`)
    }
  })
  await welcomeCalls(shop, ask, owner)
  await identityCalls(shop, ask)
  await factorCalls(ask, ann, shop.deps.now)
  await ownDataCalls(shop, ask, await newAdmin(shop))
  assert.deepEqual([...seen].sort(), Object.keys(expectedActs).sort(), 'every call was made')
})

onSqlite('actions without effect are not logged; replacing an app has its own entry', async shop => {
  const ann = await shop.customer()
  const before = (await rowsOf(shop)).length
  assert.equal((await ann.call('DELETE', '/api/auth/sessions')).statusCode, 204)
  assert.equal((await ann.call('DELETE', '/api/auth/totp')).statusCode, 204)
  await ann.call('DELETE', `/api/auth/passkeys/${crypto.randomUUID()}`)
  await ann.call('DELETE', `/api/auth/sessions/${'x'.repeat(43)}`)
  await ann.call('PUT', '/api/auth/totp', { code: '000000' })
  assert.equal((await rowsOf(shop)).length, before)
  const { secret } = await turnOnCodes(ann, shop.deps.now())
  await ann.call('POST', '/api/auth/prove', { code: nextCode(shop, secret) })
  await turnOnCodes(ann, shop.deps.now())
  assert.deepEqual(
    (await rowsOf(shop)).slice(before).map(({ what }) => what),
    ['codes_turned_on', 'codes_moved'],
  )
})
