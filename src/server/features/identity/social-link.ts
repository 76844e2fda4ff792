import { v7 as newId } from 'uuid'
import { nameForm } from '#contract/account.ts'
import { email as emailShape, newEmail } from '#contract/shapes.ts'
import { isComparable } from '#domain/email.ts'
import { oneLine } from '#domain/plain-text.ts'
import type { SocialPerson } from '../../adapters/social.ts'
import { isUniqueViolation } from '../../db/engine/faults.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import * as users from '../../store/users.ts'

export type Provider = 'google' | 'github' | 'oidc' | 'firebase'

/** Why a person known to the provider gets no account here. */
export type LinkRefusal = 'unverified' | 'no_email' | 'odd_email'

const maxTries = 3

/**
 * The whole link policy: an account at a provider belongs to its linked user, else to the active user with the same verified
 * email, else to a new user. Without a verified email there is no new account and no access to an existing one; signing up
 * with a password is still possible.
 */
export async function userFor(
  { db, now }: Deps,
  provider: Provider,
  person: SocialPerson,
): Promise<UserRow | LinkRefusal> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.write(tx => find(tx, provider, person, now()))
    } catch (error) {
      // Another request has just created this user or link, so the next try finds it.
      if (tries === maxTries || !isUniqueViolation(error)) throw error
    }
  }
}

async function find(
  tx: Writing,
  provider: Provider,
  person: SocialPerson,
  now: number,
): Promise<UserRow | LinkRefusal> {
  const linked = await linkedAccounts.findUser(tx, provider, person.subject)
  const raw = person.verifiedEmail ?? person.signUpEmail
  const email = emailShape.safeParse(raw)
  const isOdd = raw !== undefined && !isComparable(raw)
  const isProved = email.success && !isOdd && person.verifiedEmail !== undefined
  // Someone else may have signed up with it before, so the account is claimed as if it had never been linked.
  const isNewlyProved = isProved && linked?.email === email.data && linked.email_verified_at === null
  if (linked && !isNewlyProved) return linked
  if (!email.success) return person.unverifiedEmail ? 'unverified' : 'no_email'
  if (isOdd) return 'odd_email'
  const known = await users.findByEmail(tx, email.data)
  if (known && !isProved) return 'unverified'
  const fresh = newEmail.safeParse(email.data)
  if (!known && !fresh.success) return 'odd_email'
  if (known) await linkedAccounts.claim(tx, known.id, now)
  const claimed = known && (await users.find(tx, known.id))
  const user = claimed ?? (await create(tx, person, fresh.data ?? email.data, { now, isProved }))
  await linkedAccounts.link(tx, { provider, subject: person.subject, user_id: user.id, created_at: now })
  return user
}

async function create(
  tx: Writing,
  person: SocialPerson,
  email: string,
  { now, isProved }: { now: number; isProved: boolean },
): Promise<UserRow> {
  const user: UserRow = {
    id: newId(),
    email,
    display_name: nameOf(person, email),
    photo_url: photoOf(person),
    password_hash: null,
    email_verified_at: isProved ? now : null,
    admin_since: null,
    created_at: now,
    removed_at: null,
    closed_at: null,
    last_seen_at: null,
  }
  await users.insert(tx, user)
  return user
}

/** A provider's name is arbitrary text: cut it to what the shop stores and shows. */
function nameOf({ name }: SocialPerson, email: string): string {
  const cut = Array.from(oneLine(name)).slice(0, 120).join('').toWellFormed()
  const asked = nameForm.safeParse({ name: cut })
  return asked.success ? asked.data.name : email
}

function photoOf({ photoUrl }: SocialPerson): string | null {
  const url = URL.parse(photoUrl ?? '')
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : null
}
