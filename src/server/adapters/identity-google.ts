import type * as OpenId from 'openid-client'
import type { GoogleConfig } from '../providers.ts'
import { mayBePlain, orSocialFailure, patienceSeconds } from './openid.ts'
import type { FlowSecrets, SocialPerson, SocialSignIn } from './social.ts'

/** Sign in with Google: OpenID Connect. Nothing is asked of Google before somebody wants to sign in. */
export class GoogleSignIn implements SocialSignIn {
  readonly #keys: GoogleConfig
  #discovered: Promise<OpenId.Configuration> | undefined

  constructor(keys: GoogleConfig) {
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

  personFrom(callback: URL, flow: FlowSecrets): Promise<SocialPerson> {
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

/** Verified is what Google calls so in as many words: an absent claim is none. */
export function personOf(claims: OpenId.IDToken | undefined): SocialPerson {
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
