import { createHmac } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import {
  alreadySubscribedEmail,
  confirmSubscriptionEmail,
  type Subscription,
  subscribedEmail,
} from '../../emails/newsletter-emails.ts'
import { countEmail } from '../../limits/email-limits.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as newsletter from '../../store/newsletter.ts'
import * as outbox from '../../store/outbox.ts'
import * as shopContent from '../../store/shop-content.ts'
import * as unsubscribeKey from '../../store/unsubscribe-key.ts'

/** Refuses if the owner has switched the newsletter off. */
export async function checkOffered({ db }: Deps): Promise<void> {
  const { newsletter: offered } = await shopContent.read(db.read)
  if (!offered) throw new Refusal('not_found', 'This shop has no newsletter at the moment.')
}

export type TokenFor = (email: string) => string

/**
 * The token of an address is the same in all its links, so that every unsubscribe link works for as long as it lies in a
 * mailbox. It needs the shop's key, which never leaves the database.
 */
export async function tokenSource(tx: Writing): Promise<TokenFor> {
  const key = await unsubscribeKey.ensure(tx, newToken())
  return email => createHmac('sha256', key).update(`newsletter ${email}`).digest('base64url')
}

/**
 * Writes the email that asks for a confirmation, if the limits allow it. A subscriber gets an email that says so. The visitor
 * may not learn which of it happened, because the address may be somebody else's.
 */
export async function askToConfirm(
  { db, now }: Deps,
  { email, origin }: { email: string; origin: string },
): Promise<void> {
  await db.write(async tx => {
    // Anyone can enter any address here, so it counts as unconfirmed even if an account has confirmed it.
    const recipient = { id: null, email, email_verified_at: null }
    if (await countEmail(tx, recipient, { kind: 'newsletter', now: now(), visitor: undefined })) return
    const subscription = await subscriptionOf(tx, email, origin, now())
    const isNew = await newsletter.ask(tx, subscription.tokenHash, email, now())
    const message = isNew ? confirmSubscriptionEmail(subscription) : alreadySubscribedEmail(subscription)
    await outbox.add(tx, message, now())
  })
}

async function subscriptionOf(
  tx: Writing,
  email: string,
  origin: string,
  now: number,
): Promise<Subscription> {
  const token = (await tokenSource(tx))(email)
  return { email, token, tokenHash: tokenHash(token), origin, now }
}

/** Subscribes the address of the token. The link works once. */
export async function confirmSubscription(
  { db, now }: Deps,
  token: string,
  origin: string | undefined,
): Promise<void> {
  const hash = tokenHash(token)
  // Read first, so that unknown links cause no write.
  if (!(await newsletter.has(db.read, hash))) throw linkExpired()
  await db.write(async tx => {
    const email = await newsletter.confirm(tx, hash, now())
    if (email === undefined) throw linkExpired()
    if (origin) await outbox.add(tx, subscribedEmail(await subscriptionOf(tx, email, origin, now())), now())
  })
}

const linkExpired = () =>
  new Refusal(
    'link_used_or_old',
    'This link has already been used, or it is older than seven days. To get the newsletter, subscribe again at the end of the page.',
  )

/** Works as often as the link is opened: who has left stays so. */
export async function unsubscribe({ db, now }: Deps, token: string): Promise<void> {
  const hash = tokenHash(token)
  if (!(await newsletter.has(db.read, hash)))
    throw new Refusal('link_used_or_old', 'The address of this link is no longer on our list.')
  await db.write(tx => newsletter.leave(tx, hash, now()))
}
