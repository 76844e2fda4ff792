/** A person as a provider identifies them. */
export interface SocialPerson {
  subject: string
  /** Undefined if the provider has verified none. */
  verifiedEmail: string | undefined
  /** The provider has an email, but has not verified it. */
  unverifiedEmail: boolean
  /** The email of a password account at the provider: as with the shop's own accounts, it may still be unverified. */
  signUpEmail?: string
  name: string
  photoUrl: string | undefined
}

/** The secrets of a sign-in, from its start to its callback. */
export interface FlowSecrets {
  state: string
  codeVerifier: string
  nonce: string
}

/** Signing in with an account of another provider. */
export interface SocialSignIn {
  /** The address to redirect the browser to. */
  addressFor(flow: FlowSecrets, redirectUri: string): Promise<URL>
  /** The person who has signed in. Throws a SocialFailure if that failed. */
  personFrom(callback: URL, flow: FlowSecrets): Promise<SocialPerson>
}

/** Why a sign-in with another provider failed. */
export class SocialFailure extends Error {
  readonly reason: 'denied' | 'failed'

  constructor(reason: 'denied' | 'failed', cause?: unknown) {
    super(`sign-in ${reason}`, { cause })
    this.name = 'SocialFailure'
    this.reason = reason
  }
}
