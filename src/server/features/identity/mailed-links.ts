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

/** How long a link in an email is good. */
const lifeMs: Readonly<Record<Purpose, number>> = { reset: 30 * minute, verify: 24 * 60 * minute }

const pages: Readonly<Record<Purpose, string>> = { reset: '/login?reset=', verify: '/dashboard?verify=' }

/** A new link for an email to this user. Whoever has it can read their mail: it is kept nowhere but in the email. */
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
 * Where a link with a secret may lead. The Host header is what anybody writes: it counts only in a request from this
 * very machine, where it names this machine. Everybody else needs the address in PUBLIC_URL. Refuses when there is
 * nowhere, or no mail, whatever account it is about.
 */
export function originForLinks(request: FastifyRequest, { mail, config }: Deps): string {
  if (!mail) throw new Refusal('feature_off', 'This shop does not send emails at the moment.')
  const origin = config.publicUrl ?? (isLocal(request, config) ? ownOrigin(request, undefined) : undefined)
  if (!origin)
    throw new Refusal('feature_off', 'This shop cannot send links: its own address (PUBLIC_URL) is not set.')
  return origin
}

export const usedOrOld = () =>
  new Refusal(
    'link_used_or_old',
    'This link has been used already, or it is too old. Please ask for a new one.',
  )
