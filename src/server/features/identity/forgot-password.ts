import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { resetPasswordEmail } from '../../emails/account-emails.ts'
import type { Visitor } from '../../http/address.ts'
import { countEmail } from '../../limits/email-limits.ts'
import { checkRate } from '../../limits/rates.ts'
import * as outbox from '../../store/outbox.ts'
import { findTyped } from './find-account.ts'
import { forgotAtFirebase } from './firebase.ts'
import { newLink } from './mailed-links.ts'

const hour = 3_600_000

/** What an hour may bring to one mailbox, and what one address may ask for, whomever it is about. */
const lettersPerMailbox = 3
const asksPerAddress = 30

export interface Forgotten {
  email: string
  visitor: Visitor
  /** The shop's address, for the link; not needed where passwords are kept elsewhere. */
  origin: string | undefined
}

/**
 * Writes the email, if there is somebody to write to and not too much was asked for; otherwise nothing happens. Nobody
 * is told which it was, and the visitor is answered before this begins, so that the time it takes does not tell it
 * either. An account that so far signed in elsewhere alone gets a password this way, too: its owner reads the mail.
 */
export async function sendResetLink(deps: Deps, { email, visitor, origin }: Forgotten): Promise<void> {
  const { db, now, firebase } = deps
  const user = await findTyped(db.read, email)
  const { address, times } = visitor
  // The address first: it bounds how many made-up mailboxes leave a row.
  const isAllowed = await withinRate(deps, [
    { name: `forgot from ${address}`, most: asksPerAddress * times, withinMs: hour },
    { name: `forgot ${user?.id ?? email}`, most: lettersPerMailbox, withinMs: hour },
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
