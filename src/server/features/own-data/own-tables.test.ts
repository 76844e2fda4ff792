import assert from 'node:assert/strict'
import { goodPassword } from '../../../../tests/helpers/account-calls.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { giveFactors } from '../../../../tests/helpers/factors.ts'
import {
  occurrencesOf,
  personWithHistory,
  uniqueDetails,
} from '../../../../tests/helpers/person-with-history.ts'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { newToken } from '../../sessions/tokens.ts'
import * as newsletter from '../../store/newsletter.ts'
import * as alerts from '../../store/stock-alerts.ts'
import * as unmatchedPayments from '../../store/unmatched-payments.ts'
import { giveProof } from '../identity/proof.ts'

/** A literal list of all tables with data about a user who has used every feature. */
const tables = [
  'audit_log',
  'invoices',
  'linked_accounts',
  'mailed_links',
  'newsletter_subscribers',
  'order_events',
  'orders',
  'outbox',
  'passkeys',
  'payment_orders',
  'payments',
  'profiles',
  'proofs',
  'recovery_codes',
  'refunds',
  'reviews',
  'sessions',
  'stock_alerts',
  'totp_secrets',
  'unmatched_payments',
  'users',
]

/** Fails if the export or the erasure omits any table, or the export contains a credential. */
withCards(
  'the export has every table with data about a user, without secrets; an erasure clears them all',
  async shop => {
    const { ann } = await personWithHistory(shop)
    const { db, now } = shop.deps
    const item = await shop.item()
    const { uid } = (await ann.call('GET', '/api/auth/me')).json()
    await giveProof(shop.deps, uid)
    await ann.call('POST', '/api/auth/verify/send')
    await db.write(async tx => {
      await giveFactors(tx, uid)
      const asked = { item_id: item._id, user_id: uid, secret_hash: newToken() }
      await alerts.add(tx, { ...asked, created_at: now() })
      await tx.updateTable('users').set({ email_verified_at: now() }).where('id', '=', uid).execute()
      await newsletter.ask(tx, newToken(), uniqueDetails.email, now())
      const link = { provider: 'github', subject: 'Zerlina', user_id: uid, created_at: now() }
      await tx.insertInto('linked_accounts').values(link).execute()
      const charge = {
        amount_minor: 100,
        description: 'For Zerlina',
        charged_at: now(),
        found_at: now(),
        order_ids: '[]',
      }
      await unmatchedPayments.note(tx, {
        intent_id: 'pi_stray',
        email: uniqueDetails.email,
        user_id: uid,
        ...charge,
      })
      await tx.updateTable('sessions').set({ strong_at: now(), proved_at: now() }).execute()
    })
    const answer = await ann.call('GET', '/api/auth/export')
    assert.equal(answer.statusCode, 200, answer.body)
    const { shop: _, takenAt: __, about: ___, pictures: ____, ...data } = answer.json()
    assert.deepEqual(Object.keys(data).sort(), tables)
    const columns = new Set(
      Object.values<object[]>(data).flatMap(rows => rows.flatMap(row => Object.keys(row))),
    )
    const secrets = [...columns].filter(name => /hash|secret|public_key|credential|idempotency/.test(name))
    assert.deepEqual(secrets, [])
    assert.doesNotMatch(answer.body, /GEZDGNBVGY3TQOJQ/)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
    assert.deepEqual(await occurrencesOf(db.read, [uniqueDetails.email, 'Zerlina']), [])
  },
)

/** Fails if an export leaves no trace: someone at an open browser could copy everything unnoticed. */
onBothEngines('the audit log records an export with the user and the IP address', async shop => {
  const ann = await shop.customer()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  assert.equal((await ann.call('GET', '/api/auth/export')).statusCode, 200)
  const rows = await shop.deps.db.read
    .selectFrom('audit_log')
    .select(['who', 'address'])
    .where('what', '=', 'data_exported')
    .execute()
  assert.deepEqual(rows, [{ who: uid, address: '127.0.0.1' }])
})

onSqlite('exports are limited to ten an hour', async shop => {
  const ann = await shop.customer()
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await ann.call('GET', '/api/auth/export')).statusCode)
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429])
})

/** Fails if guesses are not counted: someone at an open browser would have all night. */
onSqlite('the password for an erasure can be guessed at most ten times', async shop => {
  const ann = await shop.customer()
  const password_hash = await shop.deps.passwords.hash(goodPassword)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ password_hash }).execute())
  const erase = async (password: string) =>
    (await ann.call('POST', '/api/auth/erase', { password })).statusCode
  for (let n = 0; n < 10; n++) assert.equal(await erase('wrong'), 401)
  assert.equal(await erase(goodPassword), 429)
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 200)
})
