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
