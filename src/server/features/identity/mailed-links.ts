import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { MailedLinkRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { isLocal } from '../../http/address.ts'
import { ownOrigin } from '../../http/origin.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as mailedLinks from '../../store/mailed-links.ts'

type Purpose = MailedLinkRow['purpose']

const minute = 60_000

/** How long an emailed link is valid. */
const lifeMs: Readonly<Record<Purpose, number>> = { reset: 30 * minute, verify: 24 * 60 * minute }

const pages: Readonly<Record<Purpose, string>> = { reset: '/login?reset=', verify: '/dashboard?verify=' }

/** Creates a link for an email to this user. It proves that they read the mailbox, so only its hash is stored. */
export async function newLink(
  tx: Writing,
  purpose: Purpose,
  { userId, origin, now }: { userId: string; origin: string; now: number },
): Promise<string> {
  const secret = newToken()
  const expires_at = now + lifeMs[purpose]
  await mailedLinks.add(tx, { secret_hash: tokenHash(secret), user_id: userId, purpose, expires_at })
  return `${origin}${pages[purpose]}${secret}`
}

/**
 * The origin for links with a secret. Anyone can forge a Host header, so it is used only for requests from this machine that
 * name this machine. Otherwise PUBLIC_URL is required. Refuses without an origin or without mail, for any account.
 */
export function originForLinks(request: FastifyRequest, { mail, config }: Deps): string {
  if (!mail) throw new Refusal('feature_off', 'This shop does not send emails at the moment.')
  const origin = config.publicUrl ?? (isLocal(request, config) ? ownOrigin(request, undefined) : undefined)
  if (!origin)
    throw new Refusal('feature_off', 'This shop cannot send links: its own address (PUBLIC_URL) is not set.')
  return origin
}

export const linkExpired = () =>
  new Refusal('link_used_or_old', 'This link has already been used or has expired. Ask for a new one.')
