/** A person as a provider vouches for them. */
export interface SocialPerson {
  subject: string
  /** Undefined when the provider gives none that it has verified. */
  verifiedEmail: string | undefined
  /** It gives one, but has not verified it. */
  unverifiedEmail: boolean
  /**
   * Of a password account that the provider keeps for the shop: like one of the shop's own it may begin with an e-mail
   * that nobody has proved.
   */
  signUpEmail?: string
  name: string
  photoUrl: string | undefined
}

/** What travels with a sign-in from its start to its callback. */
export interface FlowSecrets {
  state: string
  codeVerifier: string
  nonce: string
}

/** Signing in with an account elsewhere. */
export interface SocialSignIn {
  /** Where to send the browser. */
  addressFor(flow: FlowSecrets, redirectUri: string): Promise<URL>
  /** Who came back. Throws a SocialFailure when it did not work out. */
  personFrom(callback: URL, flow: FlowSecrets): Promise<SocialPerson>
}

/** Why a sign-in elsewhere did not work out. */
export class SocialFailure extends Error {
  readonly reason: 'denied' | 'failed'

  constructor(reason: 'denied' | 'failed', cause?: unknown) {
    super(`sign-in ${reason}`, { cause })
    this.name = 'SocialFailure'
    this.reason = reason
  }
}
