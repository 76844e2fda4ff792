import type * as OpenId from 'openid-client'
import * as z from 'zod/mini'
import type { GithubConfig } from '../settings/providers.ts'
import { allowsPlainHttp, orSocialFailure, timeoutSeconds } from './openid.ts'
import type { FlowSecrets, SocialPerson, SocialSignIn } from './social.ts'

const profile = z.object({
  id: z.int(),
  login: z.string(),
  name: z.nullish(z.string()),
  avatar_url: z.nullish(z.string()),
})

const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Sign in with GitHub: plain OAuth, so the person has to be requested from GitHub's API. */
export class GithubSignIn implements SocialSignIn {
  readonly #keys: GithubConfig

  constructor(keys: GithubConfig) {
    this.#keys = keys
  }

  addressFor(flow: FlowSecrets, redirectUri: string): Promise<URL> {
    return orSocialFailure(async openId =>
      openId.buildAuthorizationUrl(this.#configuration(openId), {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state: flow.state,
        code_challenge: await openId.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      }),
    )
  }

  personFrom(callback: URL, flow: FlowSecrets): Promise<SocialPerson> {
    return orSocialFailure(async openId => {
      const configuration = this.#configuration(openId)
      // GitHub answers a wrong code with status 200; the library then throws because the token is missing.
      const { access_token: token } = await openId.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
      })
      const ask = async (path: string): Promise<unknown> => {
        const url = new URL(`${this.#keys.apiUrl}${path}`)
        const answer = await openId.fetchProtectedResource(configuration, token, url, 'GET')
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        return answer.json()
      }
      const [user, addresses] = await Promise.all([ask('/user'), ask('/user/emails?per_page=100')])
      return personOf(profile.parse(user), emails.parse(addresses))
    })
  }

  /** GitHub's fixed addresses; its issuer is part of every callback (RFC 9207). */
  #configuration(openId: typeof OpenId): OpenId.Configuration {
    const { clientId, clientSecret, baseUrl, apiUrl } = this.#keys
    const issuer = `${baseUrl}/login/oauth`
    const configuration = new openId.Configuration(
      { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/access_token` },
      clientId,
      undefined,
      openId.ClientSecretPost(clientSecret),
    )
    configuration.timeout = timeoutSeconds
    if (allowsPlainHttp(new URL(baseUrl)) && allowsPlainHttp(new URL(apiUrl)))
      openId.allowInsecureRequests(configuration)
    return configuration
  }
}

function personOf(user: z.output<typeof profile>, addresses: z.output<typeof emails>): SocialPerson {
  const verified = addresses.filter(address => address.verified)
  const best = verified.find(address => address.primary) ?? verified[0]
  return {
    subject: String(user.id),
    verifiedEmail: best?.email,
    unverifiedEmail: best === undefined && addresses.length > 0,
    name: user.name || user.login,
    photoUrl: user.avatar_url ?? undefined,
  }
}
