import type { Act, Detail } from '#domain/audit.ts'
import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import type { Client } from '../http/client.ts'
import { countEmail } from '../limits/email-limits.ts'
import * as audit from '../store/audit.ts'
import * as outbox from '../store/outbox.ts'
import * as rateCounters from '../store/rate-counters.ts'
import * as users from '../store/users.ts'
import { type Line, letter } from './payment-emails.ts'

interface Words {
  subject: string
  opening: string
}

/** What the owner of an account is told at once: whatever changes the ways into it, or uses up one of them. */
const words = {
  password_changed: {
    subject: 'Your password was changed',
    opening: 'The password of your account was changed just now.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    opening: 'From now on this passkey opens your account, without a password.',
  },
  passkey_removed: {
    subject: 'A passkey of your account was removed',
    opening: 'This passkey does not open your account any more.',
  },
  codes_turned_on: {
    subject: 'Logging in wants a code now',
    opening: 'From now on logging in to your account wants a code from an authenticator app.',
  },
  codes_moved: {
    subject: 'Codes for logging in come from another app now',
    opening:
      'Codes of the authenticator app that you had before do not count any more, nor do the recovery codes.',
  },
  codes_turned_off: {
    subject: 'Logging in wants no code any more',
    opening: 'Codes from an authenticator app were turned off for your account.',
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were made anew',
    opening: 'The recovery codes that you had before do not count any more.',
  },
  recovery_code_used: {
    subject: 'A recovery code of yours was used',
    opening: 'It was used in the place of a code from your authenticator app, and does not count any more.',
  },
  factors_removed: {
    subject: 'Passkeys and codes were taken from your account',
    opening: 'Whoever runs the shop has removed them, and you are logged out everywhere.',
  },
} as const satisfies Partial<Record<Act, Words>>

export type AccountAct = keyof typeof words

const closing =
  'If it was you, or you have asked for it, all is well. If not, somebody else is in your account. Choose a new password at once: “Forgotten your password?” on the login page sends you a link. Then open Account in My Profile, sign out whoever is not you, and remove the passkeys that are not yours.'

/** Whoever does and undoes something a hundred times writes no hundred letters: by then the owner knows. */
const lettersPerHour = 20

interface ShopOfEmails {
  mail: unknown
  config?: Pick<Deps['config'], 'mode'>
}

export interface News {
  userId: string
  what: AccountAct
  /** Undefined when it was the shop itself. */
  from: Client | undefined
  now: number
  /** What there is to know besides. */
  more?: Readonly<Record<string, string>>
}

/**
 * What somebody does to the ways into their own account: the audit log notes it, and they get a letter. Last in its
 * transaction, as every note is.
 */
export async function noteOwn(
  tx: Writing,
  shop: ShopOfEmails,
  news: News & { from: Client },
  detail: Detail = {},
): Promise<void> {
  const { userId, what, from, now } = news
  await tellOwner(tx, shop, news)
  await audit.note(tx, { userId, address: from.address }, what, detail, now)
}

/** Writes a letter to the owner of an account about what has just happened to it. A shop without mail writes none. */
export async function tellOwner(
  tx: Writing,
  { mail, config }: ShopOfEmails,
  { userId, what, from, now, more = {} }: News,
): Promise<void> {
  const user = mail ? await users.find(tx, userId) : undefined
  if (!user) return
  const limit = { name: `account letters ${userId}`, most: lettersPerHour, withinMs: 3_600_000 }
  if ((await rateCounters.count(tx, limit, now)) !== undefined) return
  // Whose address it is nobody knows: the audit log has it all the same.
  const visitor = from && { address: from.address, times: config?.mode === 'demo' ? 100 : 1 }
  if (await countEmail(tx, user, { kind: what, now, visitor })) return
  const lines: Line[] = [
    ['When', new Date(now).toUTCString()],
    ...(from ? [['From', `${from.browser}, ${from.address}`] satisfies Line] : []),
    ...Object.entries(more),
  ]
  const told = letter(`${what} ${userId} ${now}`, user, { ...words[what], lines, closing })
  await outbox.add(tx, { ...told, priority: outbox.emailPriority.account }, now)
}
