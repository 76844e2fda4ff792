import { emailPrefix } from '../store/newsletter.ts'
import { emailPriority, type NewEmail } from '../store/outbox.ts'
import { type Content, emailTo } from './message.ts'

export interface Subscription {
  email: string
  token: string
  tokenHash: string
  /** The shop's address. */
  origin: string
  now: number
}

/** The page where people unsubscribe. */
export const unsubscribePage = (origin: string, token: string): string => `${origin}/?unsubscribe=${token}`

/** Asks the owner of an address to confirm that they want the newsletter. */
export const confirmSubscriptionEmail = (to: Subscription): NewEmail =>
  emailFor('confirm', to, {
    subject: 'Confirm your subscription',
    opening: 'We received a request to send our newsletter to this address. We send it only if you confirm.',
    lines: [],
    action: { label: 'Confirm my subscription', link: `${to.origin}/?newsletter=${to.token}` },
    closing:
      'The link works for seven days. If you did not ask for the newsletter, ignore this email: you will not get it, and we delete your address.',
  })

export const subscribedEmail = (to: Subscription): NewEmail =>
  emailFor('welcome', to, {
    subject: 'You are subscribed',
    opening: 'Thank you for confirming. From now on you get our newsletter.',
    lines: [],
    action: { label: 'Unsubscribe', link: unsubscribePage(to.origin, to.token) },
    closing: 'You can unsubscribe at any time with this link. You do not need to sign in.',
  })

/** Sent instead of the confirmation: the page must not reveal who has subscribed. */
export const alreadySubscribedEmail = (to: Subscription): NewEmail =>
  emailFor('already', to, {
    subject: 'You are subscribed already',
    opening:
      'We received a request to send our newsletter to this address. You get it already, so there is nothing to do.',
    lines: [],
    action: { label: 'Unsubscribe', link: unsubscribePage(to.origin, to.token) },
    closing: 'You can unsubscribe at any time with this link. You do not need to sign in.',
  })

const emailFor = (
  kind: string,
  { email, token, tokenHash, origin, now }: Subscription,
  content: Content,
): NewEmail => ({
  ...emailTo(`${emailPrefix(tokenHash)}${kind} ${now}`, { id: null, email }, content),
  priority: emailPriority.account,
  unsubscribe_url: `${origin}/api/newsletter/unsubscribe?token=${token}`,
})
