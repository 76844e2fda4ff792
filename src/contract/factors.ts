import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { user } from './identity.ts'
import { id, idParams, moment, text } from './shapes.ts'

/** base64url, as WebAuthn encodes bytes in JSON. */
const bytes = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[\w-]+$/, 'This is not a valid answer from a device.'))

const code = text(40, 'Code is required')

const password = z
  .string()
  .check(z.minLength(1, 'Password must be required'), z.maxLength(200, 'Use at most 200 characters.'))

export const codeForm = z.strictObject({ code })

export const passwordForm = z.strictObject({ password })

export const passkeyForm = z.strictObject({ name: text(60, 'Name is required') })

/** A WebAuthn assertion. */
const passkeyAssertion = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(8000),
  authenticatorData: bytes(8000),
  signature: bytes(8000),
})

export type ShownPasskey = z.output<typeof passkeyAssertion>

/** A WebAuthn registration, with the user's name for the passkey. */
const newPasskey = z.extend(passkeyForm, {
  id: bytes(1400),
  clientDataJSON: bytes(8000),
  attestationObject: bytes(24_000),
})

export type NewPasskey = z.output<typeof newPasskey>

export const passkey = z.strictObject({
  id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: moment,
})

export type Passkey = z.output<typeof passkey>

const signInMethods = z.strictObject({
  password: z.boolean(),
  passkeys: z.array(passkey),
  /** Whether signing in requires an authenticator code. */
  code: z.boolean(),
  /** How many are left. */
  recoveryCodes: z.int(),
  /** True for an admin of a shop that requires a second factor. */
  required: z.boolean(),
  /** The email must be confirmed before a first factor can be added or, if one is required, takes effect. */
  emailFirst: z.boolean(),
})

export type SignInMethods = z.output<typeof signInMethods>

export const factors = {
  show: endpoint({
    method: 'GET',
    path: '/auth/factors',
    who: 'user',
    summary: 'The caller’s sign-in methods: password, passkeys, codes',
    answer: signInMethods,
  }),
  prove: endpoint({
    method: 'POST',
    path: '/auth/prove',
    who: 'user',
    summary: 'Prove the caller’s identity again with one of these; valid for ten minutes in this session',
    body: z.strictObject({
      password: z.optional(password),
      code: z.optional(code),
      passkey: z.optional(passkeyAssertion),
    }),
    status: 204,
  }),
}

const known = z.strictObject({ id: z.string(), type: z.literal('public-key') })

/** The options of `navigator.credentials.create`. */
const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** The options of `navigator.credentials.get`. */
const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

export const passkeys = {
  options: endpoint({
    method: 'POST',
    path: '/auth/passkeys/options',
    who: 'user',
    freshProof: 'always',
    summary:
      'What a device needs to create a passkey for the caller; the challenge is valid once, for five minutes',
    answer: creationOptions,
  }),
  add: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    who: 'user',
    freshProof: 'always',
    summary: 'Save a passkey that a device has created',
    body: newPasskey,
    answer: passkey,
    status: 201,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/auth/passkeys/{id}',
    who: 'user',
    summary: 'Rename a passkey of the caller',
    params: idParams,
    body: passkeyForm,
    answer: passkey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/passkeys/{id}',
    who: 'user',
    freshProof: 'always',
    summary: 'Remove a passkey of the caller',
    params: idParams,
    status: 204,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/auth/passkeys/challenge',
    who: 'anyone',
    summary:
      'What a device needs to use a passkey, to sign in or as a fresh proof; valid once, for five minutes',
    answer: requestOptions,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    who: 'anyone',
    summary: 'Prove an account with a passkey; sets the proof cookie, and no code is needed',
    body: passkeyAssertion,
    answer: z.strictObject({ user }),
  }),
}

/** Shown once: the shop stores only hashes. */
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const totp = {
  begin: endpoint({
    method: 'POST',
    path: '/auth/totp',
    who: 'user',
    freshProof: 'always',
    summary: 'A new secret for an authenticator app; it takes effect once a code confirms it',
    answer: z.strictObject({ secret: z.string(), address: z.string() }),
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/auth/totp',
    who: 'user',
    freshProof: 'always',
    summary: 'Require codes of the new secret from now on; returns new recovery codes',
    body: codeForm,
    answer: recoveryCodes,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/totp',
    who: 'user',
    freshProof: 'always',
    summary: 'Stop requiring codes',
    status: 204,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/auth/totp/recovery-codes',
    who: 'user',
    freshProof: 'always',
    summary: 'New recovery codes to replace the old ones',
    answer: recoveryCodes,
  }),
  check: endpoint({
    method: 'POST',
    path: '/auth/totp/check',
    who: 'proven',
    summary: 'The second step of a sign-in: add a code, or a recovery code, to the proof',
    body: codeForm,
    status: 204,
  }),
}
