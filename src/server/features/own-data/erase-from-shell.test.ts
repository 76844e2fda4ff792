import assert from 'node:assert/strict'
import { withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import {
  occurrencesOf,
  personWithHistory,
  uniqueDetails,
} from '../../../../tests/helpers/person-with-history.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import { finishErasures } from '../../jobs/finish-erasures.ts'
import { listErased } from '../../store/erased-list.ts'
import { eraseFromShell } from './erase-from-shell.ts'

const idsOf = async ({ deps: { db } }: TestShop, email: string): Promise<string[]> => {
  const rows = await db.read
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .orderBy('created_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Fails if a removed account cannot be erased: its owner cannot sign in, but almost all of its data is still there. */
withCardsOnSqlite('the erase command erases a removed user, and the audit log records it', async shop => {
  const { db, config } = shop.deps
  const { ann, admin, paidIntent } = await personWithHistory(shop)
  const [id = ''] = await idsOf(shop, ann.email)
  assert.equal((await admin.call('DELETE', `/api/user/${ann.email}`)).statusCode, 204)
  assert.ok((await occurrencesOf(db.read, Object.values(uniqueDetails))).length > 0)
  const [message, done] = await eraseFromShell(shop.deps, ` ${ann.email.toUpperCase()}`.trim())
  assert.deepEqual([done, message.split('.', 3).join('.')], [true, `${ann.email} is erased`])
  assert.deepEqual(await occurrencesOf(db.read, Object.values(uniqueDetails)), [])
  await finishErasures(shop.deps)
  assert.equal((await shop.readFromProvider(`payment_intents/${paidIntent}`)).receipt_email, null)
  assert.deepEqual(listErased(config.dataDir), [id])
  const [last] = (await admin.call('GET', '/api/audit?search=account+erased')).json()
  assert.deepEqual([last.who, last.detail], [null, { user: id }])
  assert.deepEqual(await eraseFromShell(shop.deps, id), [`${id} was erased before. Nothing was done.`, true])
})

/** Fails if an email always means its current account: the request may be about an earlier one. */
onBothEngines('if several accounts have had an email, the erase command requires an id', async shop => {
  const { db } = shop.deps
  const admin = await newAdmin(shop)
  await shop.customer('ann@example.com')
  await admin.call('DELETE', '/api/user/ann@example.com')
  const ann = await shop.customer('ann@example.com')
  const [before = '', now = ''] = await idsOf(shop, ann.email)
  const [message, done] = await eraseFromShell(shop.deps, ann.email)
  assert.equal(done, false)
  assert.match(
    message,
    new RegExp(`by its id:\n  ${before}  since [\\d-]+, removed [\\d-]+\n  ${now}  since [\\d-]+$`),
  )
  assert.equal((await eraseFromShell(shop.deps, before))[1], true)
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 200)
  assert.equal((await eraseFromShell(shop.deps, ann.email))[1], true)
  assert.equal((await ann.call('GET', '/api/auth/me')).statusCode, 401)
  assert.deepEqual(
    await db.read.selectFrom('users').select('id').where('email', '=', ann.email).execute(),
    [],
  )
})

withCardsOnSqlite(
  'the erase command refuses users with unsent orders, the last admin and unknown users',
  async shop => {
    const admin = await newAdmin(shop)
    const { ann } = await placePaidOrder(shop)
    await admin.call('DELETE', `/api/user/${ann.email}`)
    const [message, done] = await eraseFromShell(shop.deps, ann.email)
    assert.deepEqual(
      [message.replace(/\d+/, 'N'), done],
      ['Nothing was erased. Paid, and neither sent nor refunded yet: T-N.', false],
    )
    assert.match((await eraseFromShell(shop.deps, admin.email))[0], /^This is the last admin\./)
    assert.deepEqual(await eraseFromShell(shop.deps, 'x@example.com'), [
      'Nobody has or had the email or the id x@example.com.',
      false,
    ])
    assert.deepEqual(listErased(shop.deps.config.dataDir), [])
  },
)
