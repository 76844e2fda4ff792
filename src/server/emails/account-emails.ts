import { emailPriority, type NewEmail } from '../store/outbox.ts'
import { type Addressee, emailTo } from './message.ts'

/** Each link is new, so one person can get any number of these emails. */
const idOf = (what: string, { id }: Addressee, link: string): string => `${what} ${id} ${link.slice(-8)}`

export const resetPasswordEmail = (user: Addressee, link: string): NewEmail => ({
  ...emailTo(idOf('reset', user, link), user, {
    subject: 'Choose a new password',
    opening: 'Someone, hopefully you, asked to reset the password of your account.',
    lines: [['Choose a new one here', link]],
    closing:
      'The link works once, within 30 minutes. If you did not ask for it, ignore this email: your password stays the same.',
  }),
  priority: emailPriority.account,
})

export const confirmAddressEmail = (user: Addressee, link: string): NewEmail => ({
  ...emailTo(idOf('verify', user, link), user, {
    subject: 'Confirm your e-mail address',
    opening: 'Open this link in a browser where you are signed in, so that we know this address is yours.',
    lines: [['Confirm it here', link]],
    closing:
      'The link works once, within a day. If you have no account here, someone else has used your address: ignore this email, and it stays unconfirmed.',
  }),
  priority: emailPriority.account,
})
