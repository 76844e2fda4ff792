import type { Act, Detail } from '#domain/audit.ts'
import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import type { Client } from '../http/client.ts'
import { countEmail } from '../limits/email-limits.ts'
import * as audit from '../store/audit.ts'
import * as outbox from '../store/outbox.ts'
import * as rateCounters from '../store/rate-counters.ts'
import * as users from '../store/users.ts'
import { emailTo, type Line, linkTo } from './message.ts'

interface Words {
  subject: string
  opening: string
}

/** Every change to how an account can be opened; its owner gets an email immediately. */
const words = {
  password_changed: {
    subject: 'Your password was changed',
    opening: 'The password of your account has just been changed.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    opening: 'This passkey now opens your account without a password.',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    opening: 'This passkey no longer opens your account.',
  },
  codes_turned_on: {
    subject: 'Signing in now asks for a code',
    opening: 'Signing in to your account now asks for a code from an authenticator app.',
  },
  codes_moved: {
    subject: 'Your sign-in codes now come from another app',
    opening: 'Codes from your previous authenticator app no longer work, and neither do its recovery codes.',
  },
  codes_turned_off: {
    subject: 'Signing in no longer asks for a code',
    opening: 'Codes from an authenticator app were turned off for your account.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes',
    opening: 'Your previous recovery codes no longer work.',
  },
  recovery_code_used: {
    subject: 'One of your recovery codes was used',
    opening: 'It was used instead of a code from your authenticator app, and no longer works.',
  },
  factors_removed: {
    subject: 'Passkeys and codes were removed from your account',
    opening: 'The people who run the shop removed them and signed you out everywhere.',
  },
} as const satisfies Partial<Record<Act, Words>>

type AccountAct = keyof typeof words

const closing =
  'If this was you, or you asked for it, there is nothing to do. If not, someone else has access to your account. Choose a new password right away: “Forgot your password?” on the login page sends you a link. Then open Account in My Profile, end the sessions that are not yours, and remove the passkeys that are not yours.'

/** After this many emails the owner knows that something is wrong. */
const mostPerHour = 20

interface EmailDeps {
  mail: unknown
  config?: Pick<Deps['config'], 'mode' | 'emailOrigin'>
}

interface AccountChange {
  userId: string
  what: AccountAct
  /** Undefined if the shop itself made the change. */
  from: Client | undefined
  now: number
  /** Further details. */
  more?: Readonly<Record<string, string>>
}

/** Logs a user's change to their own account and emails them. Call it last in the transaction. */
export async function recordOwnChange(
  tx: Writing,
  shop: EmailDeps,
  change: AccountChange & { from: Client },
  detail: Detail = {},
): Promise<void> {
  const { userId, what, from, now } = change
  await notifyOwner(tx, shop, change)
  await audit.note(tx, { userId, address: from.address }, what, detail, now)
}

export async function notifyOwner(
  tx: Writing,
  { mail, config }: EmailDeps,
  { userId, what, from, now, more = {} }: AccountChange,
): Promise<void> {
  const user = mail ? await users.find(tx, userId) : undefined
  if (!user) return
  const limit = { name: `account emails ${userId}`, most: mostPerHour, withinMs: 3_600_000 }
  if ((await rateCounters.count(tx, limit, now)) !== undefined) return
  // An unconfirmed address may belong to someone else; the audit log has the change in any case.
  const visitor = from && { address: from.address, times: config?.mode === 'demo' ? 100 : 1 }
  if (await countEmail(tx, user, { kind: what, now, visitor })) return
  const lines: Line[] = [
    ['When', new Date(now).toUTCString()],
    ...(from ? [['From', `${from.browser}, ${from.address}`] satisfies Line] : []),
    ...Object.entries(more),
  ]
  const action = linkTo(config?.emailOrigin, '/dashboard', 'Open My Profile')
  const message = emailTo(`${what} ${userId} ${now}`, user, { ...words[what], lines, action, closing })
  await outbox.add(tx, { ...message, priority: outbox.emailPriority.account }, now)
}
