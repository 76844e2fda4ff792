import type * as OpenId from 'openid-client'
import { allowsPlainHttp, orSocialFailure, timeoutSeconds } from './openid.ts'
import type { FlowSecrets, SocialPerson, SocialSignIn } from './social.ts'

interface OpenIdKeys {
  issuer: string
  clientId: string
  clientSecret: string
  /** How the shop sends its secret: in a header (basic), or in the body (post). */
  clientAuth: 'basic' | 'post'
}

/** The data of a person from a provider. */
export interface Claims {
  readonly iss: string
  readonly sub: string
  readonly [claim: string]: OpenId.JsonValue | undefined
}

/** OpenID Connect with any provider. The provider is not called before the first sign-in. */
export class OpenIdSignIn implements SocialSignIn {
  readonly #keys: OpenIdKeys
  readonly #personOf: (claims: Claims) => SocialPerson
  #discovered: Promise<OpenId.Configuration> | undefined

  constructor(keys: OpenIdKeys, personOf: (claims: Claims) => SocialPerson) {
    this.#keys = keys
    this.#personOf = personOf
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
      const configuration = await this.#configuration(openId)
      const tokens = await openId.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('there is no ID token')
      if (claims.email || !configuration.serverMetadata().userinfo_endpoint) return this.#personOf(claims)
      // Uses all of userinfo: an email from one source and its verification from another would prove nothing.
      const userInfo = await openId.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return this.#personOf({ ...userInfo, iss: claims.iss })
    })
  }

  /** Discovered once and cached; a failure is not cached, so the next visitor tries again. */
  #configuration(openId: typeof OpenId): Promise<OpenId.Configuration> {
    const { clientId, clientSecret, clientAuth, issuer } = this.#keys
    const address = new URL(issuer)
    const authentication = clientAuth === 'basic' ? openId.ClientSecretBasic : openId.ClientSecretPost
    this.#discovered ??= openId
      .discovery(address, clientId, undefined, authentication(clientSecret), {
        timeout: timeoutSeconds,
        execute: [
          openId.enableNonRepudiationChecks,
          ...(allowsPlainHttp(address) ? [openId.allowInsecureRequests] : []),
        ],
      })
      .catch(error => {
        this.#discovered = undefined
        throw error
      })
    return this.#discovered
  }
}
