import { safePath } from '#domain/redirect.ts'
import { SocialFailure, type SocialSignIn } from '../../adapters/social.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { checkRate } from '../../limits/rates.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as flows from '../../store/sign-in-flows.ts'
import { type LinkRefusal, type Provider, userFor } from './social-link.ts'

export const flowMs = 10 * 60_000

const quarter = 15 * 60_000

/** Why a sign-in at a provider failed, for the sign-in page. */
export type Problem = SocialFailure['reason'] | LinkRefusal | 'off' | 'expired'

/**
 * A pending sign-in is found only by both halves, the provider's state and the browser's cookie: neither someone else's state
 * nor a stolen cookie is enough.
 */
const flowKey = (state: string, browser: string): string => tokenHash(`${state}.${browser}`)

interface SocialStart {
  provider: Provider
  signIn: SocialSignIn
  redirectUri: string
  next: unknown
  /** The secret in this browser's cookie. */
  browser: string
  visitor: Visitor
}

/** Starts a sign-in. Returns the URL to redirect the browser to. */
export async function startSocialSignIn(deps: Deps, departure: SocialStart): Promise<URL> {
  const { db, now } = deps
  const { provider, signIn, redirectUri, next, browser, visitor } = departure
  await checkRate(deps, [
    { name: `social sign-in from ${visitor.address}`, most: 100 * visitor.times, withinMs: quarter },
  ])
  const secrets = { state: newToken(), codeVerifier: newToken(), nonce: newToken() }
  const url = await signIn.addressFor(secrets, redirectUri)
  await db.write(tx =>
    flows.add(tx, {
      state_hash: flowKey(secrets.state, browser),
      provider,
      code_verifier: secrets.codeVerifier,
      nonce: secrets.nonce,
      next_path: safePath(next),
      expires_at: now() + flowMs,
    }),
  )
  return url
}

interface SocialReturn {
  provider: Provider
  signIn: SocialSignIn
  callback: URL
  browser: string | undefined
}

/** The user or the reason for the failure, and the return page. */
type SocialOutcome =
  | { user: UserRow; next: string }
  | { problem: Problem; next?: string; failure?: SocialFailure }

export async function finishSocialSignIn(
  deps: Deps,
  { provider, signIn, callback, browser }: SocialReturn,
): Promise<SocialOutcome> {
  const { db, now } = deps
  const state = callback.searchParams.get('state')
  if (!state || !browser) return { problem: 'expired' }
  const flow = await db.write(tx => flows.take(tx, flowKey(state, browser), provider, now()))
  if (!flow) return { problem: 'expired' }
  const next = flow.next_path
  const secrets = { state, codeVerifier: flow.code_verifier, nonce: flow.nonce }
  const person = await signIn.personFrom(callback, secrets).catch(failureOf)
  if (person instanceof SocialFailure) return { problem: person.reason, next, failure: person }
  const user = await userFor(deps, provider, person)
  return typeof user === 'string' ? { problem: user, next } : { user, next }
}

function failureOf(error: unknown): SocialFailure {
  if (error instanceof SocialFailure) return error
  throw error
}
