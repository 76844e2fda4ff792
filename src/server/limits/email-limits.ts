import { hash } from 'node:crypto'
import { type Refusal, tooManyRequests } from '#domain/refusal.ts'
import type { UserRow, Writing } from '../db/schema/tables.ts'
import type { Visitor } from '../http/address.ts'
import { hasEverPaid } from '../store/payment-contents.ts'
import * as rateCounters from '../store/rate-counters.ts'
import * as shopIdentity from '../store/shop-identity.ts'
import { waitUntil } from './rates.ts'

const hour = 3_600_000
const day = 24 * hour

/** What an address gets that nobody has confirmed, in a year: whoever signs up may give somebody else's. */
const mostUnconfirmed = 6

/**
 * Anybody can sign up with `ann+anything@`, and all of it reaches ann's mailbox. So each address has an allowance of its own
 * that no other one uses up, and what bounds the mailbox is how many addresses with a plus it has.
 */
const mostToPlusAddress = 3
const mostPlusAddresses = 2

/** What one network may cause of them in an hour, whomever they go to. */
const mostFromAddress = 30

interface AccountEmail {
  /** Of each kind there is one a day. */
  kind: string
  now: number
  /** Who causes it; undefined where that is the shop itself. */
  visitor: Visitor | undefined
  /** How many emails it leads to. */
  emails?: number
}

/** Why an email is not sent, and when one can be. */
interface Withheld {
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
  const isCustomer = id !== null && (await hasEverPaid(tx, id))
  const inAll = isCustomer ? [] : await limitsInAll(tx, email, emails, now)
  const limits: (rateCounters.Limit & { why: Withheld['why'] })[] = [
    { name: `email ${kind} to ${await hashOf(tx, email)}`, most: 1, withinMs: day, why: 'one a day' },
    ...inAll.map(limit => ({ ...limit, why: 'enough in all' as const })),
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
    const opensAt = await rateCounters.count(tx, limit, now)
    if (opensAt === undefined) continue
    // What was counted for it is given back, in the transaction of whatever the email would have told of.
    await rateCounters.forgiveAll(tx, limits.slice(0, index + 1))
    return { why, opensAt }
  }
  return undefined
}

/** What an address, and with the first email to one with a plus its mailbox, may get in a year. */
async function limitsInAll(
  tx: Writing,
  email: string,
  emails: number,
  now: number,
): Promise<rateCounters.Limit[]> {
  const mailbox = mailboxOf(email)
  const toAddress = async (address: string) => ({
    name: `emails to ${await hashOf(tx, address)}`,
    most: address === mailbox ? mostUnconfirmed : mostToPlusAddress,
    withinMs: 365 * day,
  })
  const own = await toAddress(email)
  const limits = Array.from({ length: emails }, () => own)
  const isKnown = (await rateCounters.spentUntil(tx, { ...own, most: 1 }, now)) !== undefined
  if (email === mailbox || isKnown) return limits
  const isMailboxFull = (await rateCounters.spentUntil(tx, await toAddress(mailbox), now)) !== undefined
  return [...limits, { ...(await plusAddresses(tx, email)), ...(isMailboxFull && { most: 0 }) }]
}

const plusAddresses = async (tx: Writing, email: string): Promise<rateCounters.Limit> => ({
  name: `plus addresses of ${await hashOf(tx, mailboxOf(email))}`,
  most: mostPlusAddresses,
  withinMs: 365 * day,
})

/** Who confirms an address reads its mailbox, and may have as many more as they like. */
export async function allowMorePlusAddresses(tx: Writing, email: string): Promise<void> {
  await rateCounters.forget(tx, (await plusAddresses(tx, email)).name)
}

/** What follows a plus reaches the same mailbox. */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.split('+', 1)[0]}@${domain}`
}

/** A hash: it outlives the account. */
const hashOf = async (tx: Writing, email: string): Promise<string> =>
  hash('sha256', `${await shopIdentity.ensure(tx)} ${email}`, 'base64url')

/** What whoever asks for an email is told in its place. */
export function withheldEmail({ why, opensAt }: Withheld, now: number): Refusal {
  const { retryAfter, wait } = waitUntil(opensAt, now)
  const words = {
    'one a day': `We sent you an email a short while ago. Please look for it, also among junk mail. We can send another one in ${wait}.`,
    'enough in all':
      'We have sent several emails to this address, or to others of the same mailbox, and it was never confirmed, so we send no more. Please get in touch with the shop, or sign up with an address whose mail you can read.',
    'many from there': `Many emails were asked for from your network. Please try again in ${wait}.`,
  }
  return tooManyRequests(words[why], retryAfter)
}
