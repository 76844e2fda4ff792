import assert from 'node:assert/strict'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { tokenHash } from '../sessions/tokens.ts'
import * as sessions from './sessions.ts'

/** Fails where a passkey is added for whoever was signed out a moment before. */
onBothEngines('what comes with a proof is undone where its session has ended meanwhile', async shop => {
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

/** Fails where a session that is used lives for ever: a stolen token, too. */
onBothEngines('using a session lets it live on, up to its whole life and no longer', async shop => {
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

/** Fails where a request that comes as a session ends brings it back. */
onBothEngines('a session that has run out is not brought back by using it', async shop => {
  const { db, now } = shop.deps
  const hash = tokenHash((await shop.customer()).token)
  const ended = now() - 1
  await db.write(tx => tx.updateTable('sessions').set({ expires_at: ended }).execute())
  await db.write(tx => sessions.setUsed(tx, [hash], { ...use, now: now() + 120_000 }))
  assert.equal((await sessions.findHolder(db.read, hash))?.expiresAt, ended)
})

/** Fails where a role or a session is all that ends with an account: one that was left over would go on. */
onBothEngines('whoever was removed holds no session, also where one was left over', async shop => {
  const { db, now } = shop.deps
  const hash = tokenHash((await shop.customer()).token)
  assert.ok(await sessions.findHolder(db.read, hash))
  await db.write(tx => tx.updateTable('users').set({ removed_at: now() }).execute())
  assert.equal(await sessions.findHolder(db.read, hash), undefined)
})

/** Fails where every machine that saw a request writes: the row of a busy session would never rest. */
onBothEngines('a session that was used within the minute is left as it is', async shop => {
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

/** Fails where a password counts for as much as a passkey: an admin's pages would open without the second factor. */
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
