import assert from 'node:assert/strict'
import { factorTables, giveFactors } from '../../../tests/helpers/factors.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import * as removals from './removals.ts'
import * as users from './users.ts'

/** Fails if only the id is compared: a password that was removed during the check would be restored. */
onBothEngines('a rehash replaces only the hash that was checked', async shop => {
  const { db } = shop.deps
  const ann = await shop.customer()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const replace = (stored: string, next: string) =>
    db.write(tx => users.replacePassword(tx, uid, stored, next))
  const hash = async () => (await users.find(db.read, uid))?.password_hash
  const set = (password_hash: string | null) =>
    db.write(tx => tx.updateTable('users').set({ password_hash }).where('id', '=', uid).execute())
  await set('old')
  assert.equal(await replace('old', 'new'), true)
  assert.equal(await replace('old', 'newer'), false)
  assert.equal(await hash(), 'new')
  await set(null)
  assert.equal(await replace('new', 'back'), false)
  assert.equal(await hash(), null)
  await set('kept')
  await db.write(tx => removals.carryOut(tx, uid, 1))
  assert.equal(await replace('kept', 'kept'), false, 'a removed account gets no new hash')
})

/** Fails if any credential of a removed account still works. */
onBothEngines('a removed account has no credentials left', async shop => {
  const { db } = shop.deps
  const ann = await shop.customer()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  await db.write(async tx => {
    await tx.insertInto('proofs').values({ proof_hash: 'x', user_id: uid, expires_at: 9e15 }).execute()
    await tx
      .insertInto('mailed_links')
      .values({ secret_hash: 'x', user_id: uid, purpose: 'reset', expires_at: 9e15 })
      .execute()
    await tx
      .insertInto('linked_accounts')
      .values({ provider: 'google', subject: '7', user_id: uid, created_at: 1 })
      .execute()
    await giveFactors(tx, uid)
  })
  await shop.customer()
  await db.write(tx => removals.carryOut(tx, uid, 1))
  for (const table of ['sessions', 'proofs', 'mailed_links', 'linked_accounts', ...factorTables] as const) {
    const left = await db.read.selectFrom(table).selectAll().where('user_id', '=', uid).execute()
    assert.deepEqual(left, [], table)
  }
  assert.equal(
    (await db.read.selectFrom('sessions').selectAll().execute()).length,
    1,
    'sessions of other users stay',
  )
})
