import assert from 'node:assert/strict'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import {
  addPasskey,
  assertionBy,
  cookieOf,
  enterWith,
  factorTables,
  nextCode,
  turnOnCodes,
} from '../../../../tests/helpers/factors.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { newLink } from '../identity/mailed-links.ts'

const day = 86_400_000
const password = 'teapot-9'

/** A user with a verified email and a password. */
async function member(shop: TestShop, who?: Customer): Promise<Customer> {
  const ann = who ?? (await shop.customer())
  const change = { password_hash: await shop.deps.passwords.hash(password), email_verified_at: 1 }
  await shop.deps.db.write(tx => tx.updateTable('users').set(change).where('email', '=', ann.email).execute())
  return ann
}

/**
 * Fails if only accounts with a factor are asked: five minutes at an open browser would be enough to take over the account.
 */
onBothEngines(
  'adding the first factor requires a fresh proof: the password, or signing in again',
  async shop => {
    const [ann, bob] = [await member(shop), await shop.customer()]
    shop.travel(5 * day)
    for (const [who, ways] of [
      [ann, ['password']],
      [bob, []],
    ] as const)
      for (const path of ['/api/auth/passkeys/options', '/api/auth/totp']) {
        const refused = (await who.call('POST', path)).json()
        assert.deepEqual([refused.code, refused.ways], ['fresh_proof_needed', ways])
      }
    assert.equal((await ann.call('POST', '/api/auth/prove', { password })).statusCode, 204)
    assert.equal((await addPasskey(ann, new Authenticator())).statusCode, 201)
  },
)

async function resetByEmail(shop: TestShop, who: Customer, next: string): Promise<void> {
  const { db, now } = shop.deps
  const row = await db.read
    .selectFrom('users')
    .select('id')
    .where('email', '=', who.email)
    .executeTakeFirstOrThrow()
  const link = await db.write(tx => newLink(tx, 'reset', { userId: row.id, origin: 'http://x', now: now() }))
  const payload = { token: link.split('reset=')[1], password: next }
  const answer = await shop.call({ method: 'POST', url: '/api/auth/reset', payload })
  assert.equal(answer.statusCode, 204, answer.body)
}

/** Whether this password alone is enough to sign in. */
async function letsIn(shop: TestShop, { email }: Customer, typed: string): Promise<boolean> {
  const payload = { email, password: typed }
  const proven = await shop.call({ method: 'POST', url: '/api/auth/sign-in', payload })
  return (await enterWith(shop.call, email, cookieOf(proven))).statusCode === 200
}

const passkeyWorks = async (shop: TestShop, device: Authenticator): Promise<boolean> => {
  const shown = await assertionBy(shop.call, device)
  return (await shop.call({ method: 'POST', url: '/api/auth/passkeys/sign-in', ...shown })).statusCode === 200
}

/** Fails if the factor that a thief has just added locks out the owner. */
withCards('a password reset removes first factors added in the last week', async shop => {
  const [ann, device] = [await member(shop), new Authenticator()]
  await addPasskey(ann, device)
  await turnOnCodes(ann, shop.deps.now())
  shop.travel(6 * day)
  await resetByEmail(shop, ann, 'kettle-7-a')
  assert.ok(await letsIn(shop, ann, 'kettle-7-a'))
  assert.equal(await passkeyWorks(shop, device), false)
  for (const table of factorTables)
    assert.deepEqual(await shop.deps.db.read.selectFrom(table).selectAll().execute(), [], table)
  const emails = await shop.deps.db.read.selectFrom('outbox').select('text_body').execute()
  assert.ok(
    emails.some(({ text_body }) => /Passkeys and codes.*Recently added ones were removed/s.test(text_body)),
  )
})

/** Fails if access to the mailbox is enough to remove the factors that protect against it. */
onSqlite('a password reset keeps older factors, and newer ones beside them', async shop => {
  const [ann, device] = [await member(shop), new Authenticator()]
  const { secret } = await turnOnCodes(ann, shop.deps.now())
  shop.travel(8 * day)
  await ann.call('POST', '/api/auth/prove', { code: nextCode(shop, secret) })
  await addPasskey(ann, device)
  await turnOnCodes(ann, shop.deps.now())
  await resetByEmail(shop, ann, 'kettle-7-a')
  assert.equal(await letsIn(shop, ann, 'kettle-7-a'), false)
  assert.ok(await passkeyWorks(shop, device))
})

/** Fails if access to a new admin's mailbox is enough in a shop that requires a second factor. */
onSqlite(
  'a password reset keeps the second factor of an admin who needs one',
  async shop => {
    const admin = await member(shop, await newAdmin(shop))
    await turnOnCodes(admin, shop.deps.now())
    await resetByEmail(shop, admin, 'kettle-7-a')
    assert.equal(await letsIn(shop, admin, 'kettle-7-a'), false)
  },
  { ADMIN_SECOND_FACTOR: 'required' },
)
