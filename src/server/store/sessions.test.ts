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
