import type { OwnSession } from '#contract/account.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SessionRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../sessions/find-session.ts'
import { tokenHash as hashOf } from '../../sessions/tokens.ts'
import * as audit from '../../store/audit.ts'
import * as sessions from '../../store/sessions.ts'

/** The public id of a session: a hash of the stored token hash, which stays internal. */
const idOf = ({ token_hash }: Pick<SessionRow, 'token_hash'>): string => hashOf(token_hash)

const isoOf = (moment: number): string => new Date(moment).toISOString()

export async function listSessions({ db, now }: Deps, { caller, tokenHash }: Session): Promise<OwnSession[]> {
  const rows = await sessions.listOf(db.read, caller.userId, now())
  return rows.map(row => ({
    id: idOf(row),
    current: row.token_hash === tokenHash,
    createdAt: isoOf(row.created_at),
    lastUsedAt: isoOf(row.last_used_at ?? row.created_at),
    browser: row.browser,
    address: row.address,
  }))
}

export async function endSession({ db, now }: Deps, { caller }: Session, id: string): Promise<void> {
  await db.write(async tx => {
    const rows = await sessions.listOf(tx, caller.userId, now())
    const row = rows.find(one => idOf(one) === id)
    if (!row) throw new Refusal('not_found', 'This session has already ended.')
    await sessions.end(tx, row.token_hash)
    await audit.note(tx, caller, 'session_ended', { browser: row.browser }, now())
  })
}

export const endOtherSessions = ({ db, now }: Deps, { caller, tokenHash }: Session): Promise<void> =>
  db.write(async tx => {
    const ended = await sessions.endOthers(tx, caller.userId, tokenHash)
    if (ended > 0) await audit.note(tx, caller, 'other_sessions_ended', { sessions: ended }, now())
  })

export const signOut = ({ db, now }: Deps, caller: Caller, tokenHash: string): Promise<void> =>
  db.write(async tx => {
    // Two concurrent clicks are recorded once.
    if (await sessions.end(tx, tokenHash)) await audit.note(tx, caller, 'signed_out', {}, now())
  })
