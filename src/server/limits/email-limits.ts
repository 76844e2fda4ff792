import { hash } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow, Writing } from '../db/tables.ts'
import type { Visitor } from '../http/address.ts'
import * as attempts from '../store/attempts.ts'
import { hasEverPaid } from '../store/bought.ts'
import * as shopIdentity from '../store/shop-identity.ts'
import { waitUntil } from './rates.ts'

const hour = 3_600_000
const day = 24 * hour

/** What an address gets that nobody has confirmed, in a year: whoever signs up may give somebody else's. */
const mostUnconfirmed = 6

/** What one network may cause of them in an hour, whomever they go to. */
const mostFromAddress = 30

export interface AccountEmail {
  /** Of each kind there is one a day. */
  kind: string
  now: number
  /** Who causes it; undefined where that is the shop itself. */
  visitor: Visitor | undefined
  /** How many emails it leads to. */
  emails?: number
}

/** Why an email is not sent, and when one can be. */
export interface Withheld {
  why: 'one a day' | 'enough in all' | 'many from there'
  opensAt: number
}

type Recipient = Pick<UserRow, 'email' | 'email_verified_at'> & { id: string | null }

/**
 * Counts an email about an account to an address that was never confirmed; undefined when it may be sent. Counted by
 * the address, not the account: erasing the account and signing up again begins nothing anew. Who has paid is a customer:
 * for them there is no end in all.
 */
export async function countEmail(
  tx: Writing,
  { id, email, email_verified_at }: Recipient,
  { kind, now, visitor, emails = 1 }: AccountEmail,
): Promise<Withheld | undefined> {
  if (email_verified_at !== null) return undefined
  const mailbox = await mailboxOf(tx, email)
  const isCustomer = id !== null && (await hasEverPaid(tx, id))
  const inAll = { name: `emails to ${mailbox}`, most: mostUnconfirmed, withinMs: 365 * day }
  const limits: (attempts.Limit & { why: Withheld['why'] })[] = [
    { name: `email ${kind} to ${mailbox}`, most: 1, withinMs: day, why: 'one a day' },
    ...Array.from({ length: isCustomer ? 0 : emails }, () => ({ ...inAll, why: 'enough in all' as const })),
    ...(visitor
      ? [
          {
            name: `emails from ${visitor.address}`,
            most: mostFromAddress * visitor.times,
            withinMs: hour,
            why: 'many from there' as const,
          },
        ]
      : []),
  ]
  for (const [index, { why, ...limit }] of limits.entries()) {
    const opensAt = await attempts.count(tx, limit, now)
    if (opensAt === undefined) continue
    // What was counted for it is given back, in the transaction of whatever the email would have told of.
    await attempts.forgiveAll(tx, limits.slice(0, index + 1))
    return { why, opensAt }
  }
  return undefined
}

/** A hash: it outlives the account. What follows a plus reaches the same mailbox. */
async function mailboxOf(tx: Writing, email: string): Promise<string> {
  const [local = '', domain = ''] = email.split('@')
  const mailbox = `${local.split('+', 1)[0]}@${domain}`
  return hash('sha256', `${await shopIdentity.ensure(tx)} ${mailbox}`, 'base64url')
}

/** What whoever asks for an email is told in its place. */
export function withheldEmail({ why, opensAt }: Withheld, now: number): Refusal {
  const { retryAfter, wait } = waitUntil(opensAt, now)
  const words = {
    'one a day': `We sent you an email a short while ago. Please look for it, also among junk mail. We can send another one in ${wait}.`,
    'enough in all':
      'We have sent several emails to this address, and it was never confirmed, so we send no more. Please get in touch with the shop, or sign up with an address whose mail you can read.',
    'many from there': `Many emails were asked for from your network. Please try again in ${wait}.`,
  }
  return new Refusal('too_many_requests', words[why], { retryAfter })
}
