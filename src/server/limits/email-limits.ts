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

/** The number of emails per year to an unconfirmed email address, because people can sign up with someone else's. */
const mostUnconfirmed = 6

/**
 * Anyone can sign up with `ann+anything@`, and all of it reaches ann's mailbox. So each email has its own allowance, and the
 * mailbox has a limit on the number of plus addresses.
 */
const mostToPlusAddress = 3
const mostPlusAddresses = 2

/** The number of such emails that one network may cause per hour, to any recipients. */
const mostFromAddress = 30

export const emailsFrom = ({ address, times }: Visitor): rateCounters.Limit => ({
  name: `emails from ${address}`,
  most: mostFromAddress * times,
  withinMs: hour,
})

interface AccountEmail {
  /** Each kind is limited to one email per day. */
  kind: string
  now: number
  /** The visitor who causes the email; undefined if the shop does. */
  visitor: Visitor | undefined
  /** How many emails it causes. */
  emails?: number
}

/** Why an email is withheld, and when one can be sent. */
interface Withheld {
  why: 'one a day' | 'enough in all' | 'many from there'
  opensAt: number
}

type Recipient = Pick<UserRow, 'email' | 'email_verified_at'> & { id: string | null }

/**
 * Counts an email about an account to an unconfirmed address; undefined if it may be sent. Counts by address instead of
 * account: erasing the account and signing up again does not reset it. Paying customers have no overall limit.
 */
export async function countEmail(
  tx: Writing,
  { id, email, email_verified_at }: Recipient,
  { kind, now, visitor, emails = 1 }: AccountEmail,
): Promise<Withheld | undefined> {
  if (email_verified_at !== null) return undefined
  const isCustomer = id !== null && (await hasEverPaid(tx, id))
  const inAll = isCustomer ? [] : await yearlyLimits(tx, email, emails, now)
  const limits: (rateCounters.Limit & { why: Withheld['why'] })[] = [
    { name: `email ${kind} to ${await hashOf(tx, email)}`, most: 1, withinMs: day, why: 'one a day' },
    ...inAll.map(limit => ({ ...limit, why: 'enough in all' as const })),
    ...(visitor ? [{ ...emailsFrom(visitor), why: 'many from there' as const }] : []),
  ]
  for (const [index, { why, ...limit }] of limits.entries()) {
    const opensAt = await rateCounters.count(tx, limit, now)
    if (opensAt === undefined) continue
    // Gives back the counts, in the transaction that would have sent the email.
    await rateCounters.giveBackAll(tx, limits.slice(0, index + 1))
    return { why, opensAt }
  }
  return undefined
}

/** The yearly limits of an address and, with the first email to a plus address, of its mailbox. */
async function yearlyLimits(
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

/** Removes the limit on plus addresses: someone who confirms one reads the mailbox. */
export async function allowMorePlusAddresses(tx: Writing, email: string): Promise<void> {
  await rateCounters.reset(tx, (await plusAddresses(tx, email)).name)
}

/** Strips the part after a plus, which reaches the same mailbox. */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.split('+', 1)[0]}@${domain}`
}

/** Hashed, because the counter outlives the account. */
const hashOf = async (tx: Writing, email: string): Promise<string> =>
  hash('sha256', `${await shopIdentity.ensure(tx)} ${email}`, 'base64url')

/** The refusal of a request for a withheld email. */
export function withheldEmail({ why, opensAt }: Withheld, now: number): Refusal {
  const { retryAfter, wait } = waitUntil(opensAt, now)
  const messages = {
    'one a day': `We sent you an email a short while ago. Check your inbox and your spam folder. We can send another one in ${wait}.`,
    'enough in all':
      'We have sent several emails to this mailbox, but its address was never confirmed, so we are not sending more. Contact the shop, or sign up with an address that you can read.',
    'many from there': `Many emails were requested from your network. Please try again in ${wait}.`,
  }
  return tooManyRequests(messages[why], retryAfter)
}
