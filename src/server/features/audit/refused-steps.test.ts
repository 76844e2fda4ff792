import assert from 'node:assert/strict'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { addPasskey, assertionBy, cookieOf, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const newRows = async ({ deps }: TestShop, known: number) => {
  const rows = await deps.db.read.selectFrom('audit_log').selectAll().orderBy('n').execute()
  return rows
    .slice(known)
    .map(({ who, what, address, detail }) => [who, what, address, JSON.parse(detail).why])
}

const account = { name: 'Ann', email: 'ann@example.com', password: 'teapot-9' }

/** Fails if only the first step is logged: wrong codes after a correct password mean that the password has leaked. */
onSqlite('refused codes and passkeys are logged with their account', async shop => {
  const ann = await shop.customer(account.email)
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const password_hash = await shop.deps.passwords.hash(account.password)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ password_hash }).execute())
  const device = new Authenticator()
  await addPasskey(ann, device)
  await turnOnCodes(ann, shop.deps.now())
  const known = (await newRows(shop, 0)).length
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    shop.call({ method: 'POST', url, payload, headers })
  const { email, password } = account
  const cookie = cookieOf(await post('/api/auth/sign-in', { email, password }))
  for (const code of ['000000', 'not-a-code'])
    assert.equal((await post('/api/auth/totp/check', { code }, { cookie })).statusCode, 403)
  const shown = async (by: Authenticator, defects = {}) => {
    const { payload, headers } = await assertionBy(shop.call, by, defects)
    return (await post('/api/auth/passkeys/sign-in', payload, headers)).statusCode
  }
  assert.equal(await shown(device, { isForged: true }), 403)
  assert.equal(await shown(new Authenticator()), 403)
  await ann.call('POST', '/api/auth/prove', { code: '000000' })
  await ann.call('POST', '/api/auth/prove', { password: 'wrong' })
  const stranger = await assertionBy(shop.call, new Authenticator())
  await ann.call('POST', '/api/auth/prove', { passkey: stranger.payload }, stranger.headers)
  const here = '127.0.0.1'
  assert.deepEqual(await newRows(shop, known), [
    [uid, 'sign_in_refused', here, 'wrong code'],
    [uid, 'sign_in_refused', here, 'wrong code'],
    [uid, 'sign_in_refused', here, 'passkey'],
    [null, 'sign_in_refused', here, 'passkey'],
    [uid, 'proof_refused', here, 'wrong code'],
    [uid, 'proof_refused', here, 'wrong password'],
    [uid, 'proof_refused', here, 'passkey'],
  ])
})

/** On 6ceb9a3 neither was logged: an attacker at a signed-in browser could guess unnoticed. */
onBothEngines('wrong passwords are logged on every form that asks for one', async shop => {
  const ann = await shop.customer(account.email)
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const password_hash = await shop.deps.passwords.hash(account.password)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ password_hash }).execute())
  const known = (await newRows(shop, 0)).length
  const change = (current: string) => ann.call('PUT', '/api/auth/password', { current, password: 'kettle-8' })
  assert.equal((await change('wrong')).statusCode, 401)
  assert.equal((await ann.call('POST', '/api/auth/erase', { password: 'wrong' })).statusCode, 401)
  assert.equal((await change(account.password)).statusCode, 204)
  assert.equal((await ann.call('POST', '/api/auth/erase', { password: 'kettle-8' })).statusCode, 204)
  const here = '127.0.0.1'
  assert.deepEqual(await newRows(shop, known), [
    [uid, 'proof_refused', here, 'wrong password, to change it'],
    [uid, 'proof_refused', here, 'wrong password, to close the account'],
    [uid, 'password_changed', here, undefined],
    [uid, 'account_erased', here, undefined],
  ])
})

/** Fails if rate-limited attempts keep filling the log. */
onBothEngines('codes beyond the rate limit add no row', async shop => {
  const ann = await shop.customer()
  await turnOnCodes(ann, shop.deps.now())
  const known = (await newRows(shop, 0)).length
  const tries = Array.from({ length: 15 }, () => ann.call('POST', '/api/auth/prove', { code: '000000' }))
  await Promise.all(tries)
  assert.equal((await newRows(shop, known)).length, 10)
})
