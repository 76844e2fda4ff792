import type * as OpenId from 'openid-client'
import { type FlowSecrets, SocialFailure, type SocialPerson, type SocialSignIn } from './social.ts'

export interface GoogleKeys {
  clientId: string
  clientSecret: string
  issuer: string
}

/** A person who may have an e-mail that the provider has not verified. */
export interface VouchedPerson extends SocialPerson {
  unverifiedEmail: boolean
}

/** Waiting for a provider ends after this; nobody looks at a blank page for longer. */
export const patienceSeconds = 10

/** Sign in with Google: OpenID Connect. Nothing is asked of Google before somebody wants to sign in. */
export class GoogleSignIn implements SocialSignIn {
  readonly #keys: GoogleKeys
  #discovered: Promise<OpenId.Configuration> | undefined

  constructor(keys: GoogleKeys) {
    this.#keys = keys
  }

  addressFor(flow: FlowSecrets, redirectUri: string): Promise<URL> {
    return orSocialFailure(async openId =>
      openId.buildAuthorizationUrl(await this.#configuration(openId), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      }),
    )
  }

  personFrom(callback: URL, flow: FlowSecrets): Promise<VouchedPerson> {
    return orSocialFailure(async openId => {
      const tokens = await openId.authorizationCodeGrant(await this.#configuration(openId), callback, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      return personOf(tokens.claims())
    })
  }

  /** Found out once and kept; a failure is not kept, so that the next visitor tries again. */
  #configuration(openId: typeof OpenId): Promise<OpenId.Configuration> {
    const { clientId, clientSecret, issuer } = this.#keys
    const address = new URL(issuer)
    this.#discovered ??= openId
      .discovery(address, clientId, undefined, openId.ClientSecretPost(clientSecret), {
        timeout: patienceSeconds,
        execute: [
          openId.enableNonRepudiationChecks,
          ...(mayBePlain(address) ? [openId.allowInsecureRequests] : []),
        ],
      })
      .catch(error => {
        this.#discovered = undefined
        throw error
      })
    return this.#discovered
  }
}

function personOf(claims: OpenId.IDToken | undefined): VouchedPerson {
  if (!claims) throw new Error('there is no ID token')
  const { sub, email, email_verified: verified, name, picture } = claims
  const given = typeof email === 'string' && email !== ''
  return {
    subject: sub,
    verifiedEmail: given && verified === true ? email : undefined,
    unverifiedEmail: given && verified !== true,
    name: typeof name === 'string' ? name : '',
    photoUrl: typeof picture === 'string' ? picture : undefined,
  }
}

/** Only on this machine may a provider be reached without TLS. */
export const mayBePlain = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * Runs one half of a sign-in. The client library is loaded here: it is megabytes that a shop without social
 * sign-in does not need. Whatever goes wrong, the shop learns only whether the visitor said no.
 */
export async function orSocialFailure<T>(work: (openId: typeof OpenId) => Promise<T>): Promise<T> {
  const openId = await import('openid-client')
  try {
    return await work(openId)
  } catch (error) {
    const denied = error instanceof openId.AuthorizationResponseError && error.error === 'access_denied'
    throw new SocialFailure(denied ? 'denied' : 'failed', error)
  }
}
