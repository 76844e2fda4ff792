import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../http/client.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as audit from '../../store/audit.ts'
import * as sessions from '../../store/sessions.ts'
import * as totp from '../../store/totp.ts'
import * as users from '../../store/users.ts'
import { proofMs } from './proof.ts'

interface ProofExchange {
  /** The email in the path and the one in the body. */
  emails: readonly string[]
  proof: string | undefined
  client: Client
  /** A valid session: its token, and its user's email. */
  session: { token: string; email: string } | undefined
}

interface NewToken {
  token: string
  /** The user who has just signed in; undefined if the session existed before. */
  user?: UserRow
  /** The secret of the authenticator app, if this sign-in used a code of it or a passkey. */
  shownCodes?: string | null
}

/**
 * Exchanges the proof of a fresh sign-in for a session token; the emails must match. A caller with a valid session gets the
 * same token back, because a stolen token must not renew itself.
 */
export async function exchangeProof(deps: Deps, exchange: ProofExchange): Promise<NewToken> {
  const { proof, session, emails } = exchange
  const started = proof && (await startSession(deps, proof, exchange))
  if (started) return started
  if (!session) throw new Refusal('proof_missing', 'Your sign-in has expired. Sign in again.')
  checkEmails(emails, session.email)
  return { token: session.token }
}

/** Undefined if the proof is invalid or expired. */
function startSession(
  { db, config, now }: Deps,
  proof: string,
  { emails, client }: ProofExchange,
): Promise<NewToken | undefined> {
  return db.write(async tx => {
    const hash = tokenHash(proof)
    const holder = (await sessions.findProof(tx, hash, now()))?.user_id
    // The lock orders this against a claim of the account: the claim either ends this session or has already removed the proof.
    if (holder === undefined || !(await users.lock(tx, holder))) return undefined
    const proven = await sessions.takeProof(tx, hash, now())
    const user = proven && (await users.find(tx, proven.user_id))
    if (!user) return undefined
    checkEmails(emails, user.email)
    const codes = (await totp.find(tx, user.id))?.secret ?? null
    if (proven.strong_at === null && codes !== null) throw codeNeeded()
    const token = newToken()
    const expiresAt = now() + Math.min(config.sessionMs, config.sessionIdleMs)
    await sessions.start(tx, {
      tokenHash: tokenHash(token),
      userId: user.id,
      now: now(),
      expiresAt,
      client,
      provedAt: proven.expires_at - proofMs,
      strongAt: proven.strong_at,
    })
    await users.setSeen(tx, [user.id], now())
    await audit.note(tx, { userId: user.id, address: client.address }, 'signed_in', {}, now())
    return { token, user, shownCodes: codes }
  })
}

/** Rolls back the transaction, so that the proof still exists when the code is entered. */
const codeNeeded = () =>
  new Refusal('code_needed', 'Enter a code from your authenticator app, or a recovery code.')

function checkEmails(emails: readonly string[], own: string): void {
  if (emails.some(email => email !== own)) throw new Refusal('forbidden', 'You signed in with another email.')
}
