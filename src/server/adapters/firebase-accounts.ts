import * as z from 'zod/mini'
import type { FirebaseConfig } from '../settings/providers.ts'
import { errorCodeOf, refusalFor, secondStep, unavailable } from './firebase-errors.ts'
import type { SocialPerson } from './social.ts'

const defaultTimeoutMs = 10_000

const signedUp = z.object({ idToken: z.string(), localId: z.string() })

const signedIn = z.union([
  z.object({ idToken: z.string() }),
  z.object({ mfaPendingCredential: z.string(), idToken: z.optional(z.undefined()) }),
])

const found = z.object({
  users: z.tuple([
    z.object({
      localId: z.string(),
      email: z.string(),
      emailVerified: z.optional(z.boolean()),
      displayName: z.optional(z.string()),
      photoUrl: z.optional(z.string()),
    }),
  ]),
})

/** A person who has just entered their password, and the ID token that lets the shop act for them. */
export interface FirebaseSignIn {
  person: SocialPerson
  idToken: string
}

/**
 * Emails and passwords at Firebase Authentication. The shop trusts its answers over TLS (025), so no token is parsed
 * here: an ID token is only sent back to Firebase.
 */
export class FirebaseAccounts {
  readonly #config: FirebaseConfig
  readonly #timeoutMs: number

  constructor(config: FirebaseConfig, timeoutMs = defaultTimeoutMs) {
    this.#config = config
    this.#timeoutMs = timeoutMs
  }

  async signUp(name: string, email: string, password: string): Promise<FirebaseSignIn> {
    const body = { displayName: name, email, password, returnSecureToken: true }
    const { idToken, localId } = await this.#ask('accounts:signUp', body, signedUp)
    const person = {
      subject: localId,
      verifiedEmail: undefined,
      unverifiedEmail: true,
      signUpEmail: email,
      name,
      photoUrl: undefined,
    }
    return { person, idToken }
  }

  async signIn(email: string, password: string): Promise<FirebaseSignIn> {
    const body = { email, password, returnSecureToken: true }
    const { idToken } = await this.#ask('accounts:signInWithPassword', body, signedIn)
    if (idToken === undefined) throw secondStep()
    const [user] = (await this.#ask('accounts:lookup', { idToken }, found)).users
    const isVerified = user.emailVerified === true
    const person = {
      subject: user.localId,
      verifiedEmail: isVerified ? user.email : undefined,
      unverifiedEmail: !isVerified,
      signUpEmail: user.email,
      name: user.displayName ?? '',
      photoUrl: user.photoUrl,
    }
    return { person, idToken }
  }

  /** Deletes the account of a person who has just entered their password. */
  async remove(idToken: string): Promise<void> {
    await this.#ask('accounts:delete', { idToken }, z.object({}))
  }

  /** Makes Firebase send a link for choosing a new password. Following it also verifies the email address. */
  async sendReset(email: string): Promise<void> {
    await this.#ask('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }, z.object({}))
  }

  async #ask<S extends z.ZodMiniType>(method: string, body: object, shape: S): Promise<z.output<S>> {
    const { status, answer } = await this.#post(method, body)
    if (status === 200) {
      const parsed = shape.safeParse(answer)
      if (!parsed.success) throw unavailable(`${method} answered something else than before`)
      return parsed.data
    }
    const word = errorCodeOf(answer)
    throw refusalFor(word) ?? unavailable(`${method} answered ${status} ${word ?? ''}`)
  }

  async #post(method: string, body: object): Promise<{ status: number; answer: unknown }> {
    const address = new URL(`${this.#config.authUrl}/v1/${method}`)
    address.searchParams.set('key', this.#config.apiKey)
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.#timeoutMs),
        redirect: 'error',
      })
      return { status: response.status, answer: await response.json() }
    } catch (error) {
      throw unavailable(`${method} got no answer (${error instanceof Error ? error.name : 'unknown'})`)
    }
  }
}
