import { emailPriority, type NewEmail } from '../store/outbox.ts'
import { letter } from './payment-emails.ts'

interface Addressee {
  id: string
  email: string
}

/** The id of a letter: such letters may be sent again and again. */
const idOf = (what: string, { id }: Addressee, link: string): string => `${what} ${id} ${link.slice(-8)}`

export const resetLetter = (user: Addressee, link: string): NewEmail => ({
  ...letter(idOf('reset', user, link), user, {
    subject: 'Choose a new password',
    opening: 'Somebody, we hope you, asked for a new password for your account.',
    lines: [['Choose it here', link]],
    closing:
      'The link is good once, for 30 minutes. If you did not ask for it, you need not do anything: your password stays as it is.',
  }),
  priority: emailPriority.account,
})

export const verifyLetter = (user: Addressee, link: string): NewEmail => ({
  ...letter(idOf('verify', user, link), user, {
    subject: 'Confirm your e-mail address',
    opening: 'Open this link where you are signed in, and we know that this address is yours.',
    lines: [['Confirm it here', link]],
    closing:
      'The link is good once, for a day. If you have no account here, somebody has used your address: do nothing, and it stays unconfirmed.',
  }),
  priority: emailPriority.account,
})
