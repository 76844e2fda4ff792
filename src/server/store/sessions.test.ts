import assert from 'node:assert/strict'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { tokenHash } from '../sessions/tokens.ts'
import * as sessions from './sessions.ts'

/** Fails if a passkey is added to a session that has just ended. */
onBothEngines('a change that needs a fresh proof is rolled back if its session has ended', async shop => {
  const { db, now } = shop.deps
  const ann = await shop.customer()
  const session = tokenHash(ann.token)
  await db.write(tx => sessions.prove(tx, session, now(), true))
  await db.write(tx => sessions.end(tx, session))
  await assert.rejects(
    db.write(tx => sessions.prove(tx, session, now(), true)),
    { code: 'signed_out' },
  )
})

const day = 86_400_000
const use = { sinceMs: 60_000, idleMs: 2 * day, lifeMs: 5 * day }

/** Fails if use extends a session forever: a stolen token would never expire. */
onBothEngines('using a session extends it, up to its maximum lifetime', async shop => {
  const { db, now } = shop.deps
  const ann = await shop.customer()
  const hash = tokenHash(ann.token)
  const begun = now()
  const expiry = async () => (await sessions.findHolder(db.read, hash))?.expiresAt ?? 0
  const useAt = async (moment: number) => {
    await db.write(tx => sessions.setUsed(tx, [hash], { ...use, now: moment }))
    return (await expiry()) - begun
  }
  const { created_at } = await db.read
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', hash)
    .executeTakeFirstOrThrow()
  const lag = created_at - begun
  assert.equal(await useAt(begun + day), 3 * day)
  assert.equal(await useAt(begun + 2.5 * day), 4.5 * day)
  assert.equal(await useAt(begun + 4 * day), 5 * day + lag, 'not six')
})

/** Fails if a request revives a session that has just expired. */
onBothEngines('using an expired session does not revive it', async shop => {
  const { db, now } = shop.deps
  const hash = tokenHash((await shop.customer()).token)
  const ended = now() - 1
  await db.write(tx => tx.updateTable('sessions').set({ expires_at: ended }).execute())
  await db.write(tx => sessions.setUsed(tx, [hash], { ...use, now: now() + 120_000 }))
  assert.equal((await sessions.findHolder(db.read, hash))?.expiresAt, ended)
})

/** Fails if a session that was left behind still works after its account was removed. */
onBothEngines('a removed user has no valid session, even if a row was left behind', async shop => {
  const { db, now } = shop.deps
  const hash = tokenHash((await shop.customer()).token)
  assert.ok(await sessions.findHolder(db.read, hash))
  await db.write(tx => tx.updateTable('users').set({ removed_at: now() }).execute())
  assert.equal(await sessions.findHolder(db.read, hash), undefined)
})

/** Fails if every process that serves a request writes: the row of a busy session would be updated constantly. */
onBothEngines('a session that was used within the last minute is not written again', async shop => {
  const { db, now } = shop.deps
  const hash = tokenHash((await shop.customer()).token)
  const used = async (moment: number) => {
    await db.write(tx => sessions.setUsed(tx, [hash], { ...use, now: moment }))
    return (await sessions.findHolder(db.read, hash))?.lastUsedAt
  }
  const first = now() + 120_000
  assert.equal(await used(first), first)
  assert.equal(await used(first + 59_999), first)
  assert.equal(await used(first + 60_000), first + 60_000)
})

/** Fails if a password counts as much as a passkey: the admin pages would open without the second factor. */
onBothEngines('a proof by password alone does not make a session strong', async shop => {
  const { db, now } = shop.deps
  const hash = tokenHash((await shop.customer()).token)
  const strongAfter = async (isStrong: boolean) => {
    await db.write(tx => sessions.prove(tx, hash, now(), isStrong))
    return (await sessions.findHolder(db.read, hash))?.strongAt
  }
  assert.equal(await strongAfter(false), null)
  assert.equal(typeof (await strongAfter(true)), 'number')
})
