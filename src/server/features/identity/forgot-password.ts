import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { resetPasswordEmail } from '../../emails/account-emails.ts'
import type { Visitor } from '../../http/address.ts'
import { countEmail } from '../../limits/email-limits.ts'
import { checkRate } from '../../limits/rates.ts'
import * as outbox from '../../store/outbox.ts'
import { findByTypedEmail } from './find-account.ts'
import { forgotAtFirebase } from './firebase.ts'
import { newLink } from './mailed-links.ts'

const hour = 3_600_000

/** The hourly limits per mailbox and per IP address. */
const emailsPerMailbox = 3
const requestsPerAddress = 30

export interface ResetRequest {
  email: string
  visitor: Visitor
  /** The shop's origin for the link; not needed if an external provider handles passwords. */
  origin: string | undefined
}

/**
 * Writes the email if the account exists and the limits allow it. The caller has already responded, so neither the response
 * nor its timing reveals the result. An account without a password gets one this way, because its owner reads the mailbox.
 */
export async function sendResetLink(deps: Deps, { email, visitor, origin }: ResetRequest): Promise<void> {
  const { db, now, firebase } = deps
  const user = await findByTypedEmail(db.read, email)
  const { address, times } = visitor
  // The limit per IP address comes first: it bounds how many rows made-up mailboxes create.
  const isAllowed = await withinRate(deps, [
    { name: `forgot from ${address}`, most: requestsPerAddress * times, withinMs: hour },
    { name: `forgot ${user?.id ?? email}`, most: emailsPerMailbox, withinMs: hour },
  ])
  if (!isAllowed) return
  const asked = { kind: 'reset', now: now(), visitor }
  if (firebase) {
    const recipient = user ?? { id: null, email, email_verified_at: null }
    const withheld = await db.write(tx => countEmail(tx, recipient, asked))
    return withheld ? undefined : forgotAtFirebase(firebase, email)
  }
  if (!user || !origin) return
  await db.write(async tx => {
    if (await countEmail(tx, user, asked)) return
    const link = await newLink(tx, 'reset', { userId: user.id, origin, now: now() })
    await outbox.add(tx, resetPasswordEmail(user, link), now())
  })
}

async function withinRate(deps: Deps, limits: Parameters<typeof checkRate>[1]): Promise<boolean> {
  try {
    await checkRate(deps, limits)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
