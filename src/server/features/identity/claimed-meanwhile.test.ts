import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import { addPasskey, assertionBy, enterWith } from '../../../../tests/helpers/factors.ts'
import { FirebaseStandIn } from '../../../../tests/helpers/firebase.ts'
import { onBothEngines, type TestShop, userIdOf } from '../../../../tests/helpers/shop.ts'
import { buildApp } from '../../app.ts'
import { Database } from '../../db/engine/database.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import { giveProof } from './proof.ts'

const waiting = async ({ deps: { db } }: TestShop): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read)
  return rows[0]?.count ?? 0
}

/**
 * The owner of the email claims the account while the person who created it signs in: `begin` has started and waits for a
 * lock.
 */
async function claimDuring(
  shop: TestShop,
  userId: string,
  hold: (tx: Writing) => Promise<unknown>,
  begin: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = shop.deps
  const claim = () => db.write(tx => linkedAccounts.claim(tx, userId, now()))
  if (shop.engine === 'sqlite') {
    // SQLite runs one transaction at a time.
    await Promise.all([begin(), claim()])
    return
  }
  const under: Promise<unknown>[] = []
  await db.write(async tx => {
    await hold(tx)
    under.push(begin())
    await eventually(async () => (await waiting(shop)) === 1, 'the sign-in')
    under.push(claim())
    await eventually(async () => (await waiting(shop)) === 2, 'the claim')
  })
  await Promise.all(under)
}

/** The same shop, but the account is claimed right before the third transaction, which issues the proof. */
function callWithLateClaim(shop: TestShop, email: string): TestShop['call'] {
  const { engine } = shop.deps.db
  let begun = 0
  const db = new Database({
    name: engine.name,
    reader: engine.reader,
    withForeignKeysOff: engine.withForeignKeysOff,
    close: () => engine.close(),
    async begin(how) {
      begun++
      if (begun === 3)
        await shop.deps.db.write(async tx =>
          linkedAccounts.claim(tx, await userIdOf(shop, email), shop.deps.now()),
        )
      return engine.begin(how)
    },
  })
  const app = buildApp({ ...shop.deps, db })
  return options => app.inject(options)
}

const remainingAccess = async ({ deps: { db } }: TestShop, userId: string) => [
  ...(await db.read.selectFrom('sessions').select('user_id').where('user_id', '=', userId).execute()),
  ...(await db.read.selectFrom('proofs').select('user_id').where('user_id', '=', userId).execute()),
]

/** Fails on PostgreSQL if the session starts without locking its user: the claim ends only sessions that it can see. */
onBothEngines('a session that starts while the account is claimed ends with the claim', async shop => {
  const { email } = await shop.customer()
  const userId = await userIdOf(shop, email)
  const cookie = `tuckshop_proof=${await giveProof(shop.deps, userId)}`
  await claimDuring(
    shop,
    userId,
    tx => sql`lock table totp_secrets in access exclusive mode`.execute(tx),
    () => enterWith(shop.call, email, cookie),
  )
  assert.deepEqual(await remainingAccess(shop, userId), [])
})

/** Fails on PostgreSQL if a passkey is accepted without that lock. */
onBothEngines('a passkey proof ends when the claim removes the passkey', async shop => {
  const [mallory, device] = [await shop.customer(), new Authenticator()]
  const userId = await userIdOf(shop, mallory.email)
  await addPasskey(mallory, device)
  const shown = await assertionBy(shop.call, device)
  const url = '/api/auth/passkeys/sign-in'
  await claimDuring(
    shop,
    userId,
    tx => sql`lock table proofs in share mode`.execute(tx),
    () => shop.call({ method: 'POST', url, ...shown }),
  )
  assert.deepEqual(await remainingAccess(shop, userId), [])
  assert.equal(
    (await shop.call({ method: 'POST', url, ...(await assertionBy(shop.call, device)) })).statusCode,
    403,
  )
})

const account = { name: 'Ann', email: 'ann@example.com', password: 'teapot-9' }

/** Fails if the proof is issued to the account's owner at lookup time. */
onBothEngines('signing up while the account is claimed yields no proof for it', async shop => {
  const call = callWithLateClaim(shop, account.email)
  const answer = await call({ method: 'POST', url: '/api/auth/sign-up', payload: account })
  assert.deepEqual([answer.statusCode, answer.json().code], [401, 'proof_missing'])
  assert.deepEqual(await remainingAccess(shop, await userIdOf(shop, account.email)), [])
})

const firebase = await FirebaseStandIn.open()
afterAll(() => firebase.close())

onBothEngines(
  'signing in at Firebase while the account is claimed yields no proof for it',
  async shop => {
    const payload = { ...account, email: `ann${shop.engine}@example.com` }
    const { email, password } = payload
    await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload })
    const call = callWithLateClaim(shop, email)
    const answer = await call({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password } })
    assert.deepEqual([answer.statusCode, answer.json().code], [401, 'proof_missing'])
    assert.deepEqual(await remainingAccess(shop, await userIdOf(shop, email)), [])
  },
  {
    SHOP_MODE: 'demo',
    IDENTITY: 'firebase',
    FIREBASE_API_KEY: 'key-of-the-tests',
    FIREBASE_AUTH_URL: firebase.url,
  },
)
