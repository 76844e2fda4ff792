import * as z from 'zod/mini'
import { Refusal, tooManyRequests } from '#domain/refusal.ts'

const fault = z.object({ error: z.object({ message: z.string() }) })

const wrongPassword = () => new Refusal('wrong_password', 'Wrong password.Try again')

const badPassword = (sentence: string) =>
  new Refusal('bad_input', sentence, { fields: { password: sentence } })

/** Firebase's errors in the shop's words. Any other error is about the shop's own settings. */
const refusals: Readonly<Record<string, () => Refusal>> = {
  EMAIL_NOT_FOUND: () => new Refusal('user_not_found', 'User not found'),
  INVALID_PASSWORD: wrongPassword,
  // Projects with email enumeration protection do not say which of the two was wrong.
  INVALID_LOGIN_CREDENTIALS: wrongPassword,
  USER_DISABLED: () => new Refusal('forbidden', 'This account has been closed. Contact the shop.'),
  TOO_MANY_ATTEMPTS_TRY_LATER: () =>
    tooManyRequests('Too many attempts. Please try again in a few minutes.', 300),
  EMAIL_EXISTS: () =>
    new Refusal('email_taken', 'There is already an account with this email. Sign in instead.', {
      fields: { email: 'There is already an account with this email.' },
    }),
  INVALID_EMAIL: () => {
    const sentence = 'Enter an email address.'
    return new Refusal('bad_input', sentence, { fields: { email: sentence } })
  },
  WEAK_PASSWORD: () => badPassword('Choose a password of at least 6 characters.'),
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: () =>
    badPassword('Choose a longer password with lower-case and upper-case letters, digits and symbols.'),
}

/** The error code of an answer: 'WEAK_PASSWORD : Password should be …' starts with it. */
export const errorCodeOf = (answer: unknown): string | undefined => {
  const parsed = fault.safeParse(answer)
  return parsed.success ? /^[A-Z_]+/.exec(parsed.data.error.message)?.[0] : undefined
}

export const refusalFor = (word: string | undefined): Refusal | undefined =>
  word === undefined ? undefined : refusals[word]?.()

/** Firebase is unreachable, or does not do what the shop requests. */
export const unavailable = (why: string): Refusal =>
  new Refusal('unavailable', 'Signing in is not working right now. Please try again in a moment.', {
    retryAfter: 5,
    cause: new Error(`Firebase: ${why}`),
  })

/** Signing in would need a second step, which the shop has no page for. */
export const secondStep = (): Refusal =>
  new Refusal(
    'forbidden',
    'This account needs a second step that the shop does not support. Sign in another way.',
  )
