import { emailPriority, type NewEmail } from '../store/outbox.ts'
import { type Addressee, emailTo } from './message.ts'

/** Each link is new, so one person can get any number of these emails. */
const idOf = (what: string, { id }: Addressee, link: string): string => `${what} ${id} ${link.slice(-8)}`

export const resetPasswordEmail = (user: Addressee, link: string): NewEmail => ({
  ...emailTo(idOf('reset', user, link), user, {
    subject: 'Choose a new password',
    opening: 'We received a request to reset your password.',
    lines: [],
    action: { label: 'Choose a new password', link },
    closing:
      'This link works once and expires in 30 minutes. If you did not ask for it, ignore this email: your password stays the same.',
  }),
  priority: emailPriority.account,
})

export const confirmAddressEmail = (user: Addressee, link: string): NewEmail => ({
  ...emailTo(idOf('verify', user, link), user, {
    subject: 'Confirm your email address',
    opening: 'Confirm that this address is yours, in a browser where you are signed in.',
    lines: [],
    action: { label: 'Confirm this address', link },
    closing:
      'This link works once and expires in a day. If you have no account here, someone else used your address: ignore this email, and it stays unconfirmed.',
  }),
  priority: emailPriority.account,
})
