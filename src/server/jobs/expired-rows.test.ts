import assert from 'node:assert/strict'
import { onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'
import * as passkeys from '../store/passkeys.ts'
import * as flows from '../store/sign-in-flows.ts'
import { applyRetention } from './apply-retention.ts'

const tables = [
  'sessions',
  'proofs',
  'mailed_links',
  'rate_counters',
  'sign_in_flows',
  'passkey_challenges',
] as const

/** One row in each table that expires this many milliseconds from now. */
async function rowsUntil({ deps }: TestShop, name: string, userId: string, ms: number): Promise<void> {
  const expires_at = deps.now() + ms
  await deps.db.write(async tx => {
    await tx
      .insertInto('sessions')
      .values({ token_hash: name, user_id: userId, created_at: deps.now(), expires_at })
      .execute()
    await tx.insertInto('proofs').values({ proof_hash: name, user_id: userId, expires_at }).execute()
    await tx
      .insertInto('mailed_links')
      .values({ secret_hash: name, user_id: userId, purpose: 'reset', expires_at })
      .execute()
    await tx.insertInto('rate_counters').values({ name, count: 1, resets_at: expires_at }).execute()
    const secrets = { code_verifier: 'x', nonce: 'x', next_path: '/' }
    await flows.add(tx, { state_hash: name, provider: 'google', ...secrets, expires_at })
    await passkeys.spendChallenge(tx, name, expires_at)
  })
}

const counts = ({ deps }: TestShop) =>
  Promise.all(tables.map(async table => (await deps.db.read.selectFrom(table).selectAll().execute()).length))

/** Fails if it deletes valid rows: every ten minutes everyone would be signed out and every limit reset. */
onBothEngines('only expired rows are deleted', async shop => {
  const ann = await shop.customer()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const [before = 0] = await counts(shop)
  await rowsUntil(shop, 'short', uid, 1000)
  await rowsUntil(shop, 'long', uid, 60_000)
  await applyRetention(shop.deps)
  assert.deepEqual(await counts(shop), [before + 2, 2, 2, 2, 2, 2])
  shop.travel(1001)
  await applyRetention(shop.deps)
  assert.deepEqual(await counts(shop), [before + 1, 1, 1, 1, 1, 1])
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 200)
  shop.travel(60_000)
  await applyRetention(shop.deps)
  assert.deepEqual(await counts(shop), [before, 0, 0, 0, 0, 0])
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 200)
})
