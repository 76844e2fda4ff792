import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { password, user } from './identity.ts'
import { email, text } from './shapes.ts'

/** The secret in a link of the shop. */
const token = z.string().check(z.regex(/^[\w-]{43}$/, 'This link is not from this shop.'))

const facts = z.strictObject({
  emailVerified: z.boolean(),
  /** False if the account only uses other sign-in methods, or if another service stores its password. */
  hasPassword: z.boolean(),
  /** Whether the shop is configured to send emails. */
  hasMail: z.boolean(),
})

const session = z.strictObject({
  id: z.string(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  browser: z.nullable(z.string()),
  address: z.nullable(z.string()),
})

export type OwnSession = z.output<typeof session>

export const forgotForm = z.strictObject({ email })

export const newPasswordForm = z.strictObject({ password })

export const changePasswordForm = z.strictObject({ current: password, password })

export const nameForm = z.strictObject({ name: text(120, 'Name is required') })

/** A user's own account; signing in and out is in identity.ts. */
export const account = {
  show: endpoint({
    method: 'GET',
    path: '/auth/account',
    who: 'user',
    summary: 'How the caller can sign in to the account',
    answer: facts,
  }),
  forgot: endpoint({
    method: 'POST',
    path: '/auth/forgot',
    who: 'anyone',
    subject: 'nobody',
    summary:
      'Ask for an email with a link that sets a new password; the answer is the same whether or not there is such an account',
    body: forgotForm,
    status: 202,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/reset',
    who: 'anyone',
    summary: 'Set a new password with the secret of such a link, once; ends all sessions',
    body: z.strictObject({ token, password }),
    status: 204,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/auth/password',
    who: 'user',
    summary: 'Set a new password; ends all other sessions',
    body: changePasswordForm,
    status: 204,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/auth/name',
    who: 'user',
    summary: 'Change the name of the account, also in the profile',
    body: nameForm,
    answer: user,
  }),
  changePicture: endpoint({
    method: 'POST',
    path: '/auth/picture',
    who: 'user',
    summary: 'Change the picture of the account, within the limits of POST /images',
    upload: 'image',
    answer: z.strictObject({ photoURL: z.string() }),
    status: 201,
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/auth/picture',
    who: 'user',
    summary: 'Remove the picture of the account',
    status: 204,
  }),
  askVerification: endpoint({
    method: 'POST',
    path: '/auth/verify/send',
    who: 'user',
    summary: 'Ask for an email with a link that confirms the email address',
    status: 204,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/auth/verify',
    who: 'user',
    summary: 'Confirm the email with the secret of such a link, for the account that asked for it',
    body: z.strictObject({ token }),
    status: 204,
  }),
  checkWelcome: endpoint({
    method: 'POST',
    path: '/auth/welcome/check',
    who: 'anyone',
    summary: 'Whether the link that a shop without an admin prints when it starts still works',
    body: z.strictObject({ token }),
    status: 204,
  }),
  claimShop: endpoint({
    method: 'POST',
    path: '/auth/welcome',
    who: 'user',
    summary: 'Become the first admin of the shop with the secret of that link, once',
    body: z.strictObject({ token }),
    status: 204,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    who: 'user',
    summary: 'Where the caller is signed in, most recently used first',
    answer: z.array(session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    who: 'user',
    summary: 'End one of the caller’s sessions',
    params: z.strictObject({ id: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not a valid id.')) }),
    status: 204,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    who: 'user',
    summary: 'End all of the caller’s sessions but this one',
    status: 204,
  }),
}
