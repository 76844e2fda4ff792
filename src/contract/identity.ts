import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, emailParams, id, newEmail, text } from './shapes.ts'

/** The messages are the spec's, to the letter. */
export const password = z
  .string('Password must be required')
  .check(z.minLength(1, 'Password must be required'), z.maxLength(200, 'Use at most 200 characters.'))

export const user = z.strictObject({
  uid: id,
  email,
  displayName: z.string(),
  photoURL: z.nullable(z.string()),
})

export type User = z.output<typeof user>

export const me = z.extend(user, {
  admin: z.boolean(),
  /** The admin role takes effect only after a second factor (ADMIN_SECOND_FACTOR). */
  secondFactorNeeded: z.optional(z.boolean()),
})

export type Me = z.output<typeof me>

export const signUpForm = z.strictObject({ name: text(120, 'Name is required'), email: newEmail, password })

export const signInForm = z.strictObject({ email, password })

const proven = z.strictObject({ user })

export const identity = {
  options: endpoint({
    method: 'GET',
    path: '/auth/options',
    who: 'anyone',
    summary:
      'What the sign-in page offers: providers, and the demo accounts when there are any; and whether others can reach this demo',
    answer: z.strictObject({
      google: z.boolean(),
      github: z.boolean(),
      /** The display name of the OpenID Connect provider, if there is one. */
      oidc: z.optional(z.string()),
      /** Not a demo. */
      isLive: z.boolean(),
      /** A publicly reachable demo: anyone can sign in as its admin. */
      openDemo: z.boolean(),
      /** Several machines share the database but not the picture folder, so each lacks some pictures. */
      picturesNotShared: z.optional(z.boolean()),
      demoAccounts: z.array(z.strictObject({ label: z.string(), email, password: z.string() })),
    }),
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/auth/sign-up',
    who: 'anyone',
    subject: 'nobody',
    summary: 'Create an account; sets the proof cookie that PUT /users/{email} turns into a token',
    body: signUpForm,
    answer: proven,
    status: 201,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in',
    who: 'anyone',
    subject: 'nobody',
    summary: 'Prove an account with its password; sets the proof cookie',
    body: signInForm,
    answer: proven,
  }),
  exchangeProof: endpoint({
    method: 'PUT',
    path: '/users/{email}',
    who: 'proven',
    subject: { params: 'email', body: 'email' },
    summary: 'Turn a fresh proof of this email into a session token',
    params: emailParams,
    body: z.strictObject({ email }),
    answer: z.strictObject({ token: z.string() }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    who: 'user',
    summary: 'Who is signed in',
    answer: me,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/sign-out',
    who: 'user',
    summary: 'End this session',
    status: 204,
  }),
}
