import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Claims } from 'oidc-provider'

export const clientId = 'tuckshop'
export const clientSecret = 'a-secret-of-the-tests'

export const redirectUri = 'http://localhost:3000/api/auth/oidc/callback'

const people: Record<string, Claims> = {
  ada: { name: 'Ada Byron', email: 'Ada@Byron.example', email_verified: true },
  uma: { name: 'Uma', email: 'uma@example.com', email_verified: false },
  /** Entra ID sends no email_verified claim. */
  enzo: { name: 'Enzo', email: 'enzo@example.com' },
  nemo: { name: 'Nemo' },
}

/** Names the person who signs in at the provider; without it the sign-in is canceled. */
const personHeader = 'x-person'

interface OpenIdProvider {
  issuer: string
  /** Each request's path, such as '/token', and whether it had an Authorization header. */
  requests: { path: string; authorization: boolean }[]
  close(): Promise<void>
}

/** A local OpenID Connect provider: a certified implementation that we did not write. */
export async function openIdProvider({ claimsInIdToken = false } = {}): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = providerAt(issuer, claimsInIdToken)
  const work = provider.callback()
  const requests: OpenIdProvider['requests'] = []
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    requests.push({ path, authorization: request.headers.authorization !== undefined })
    if (!path.startsWith('/interaction/')) return void work(request, response)
    const accountId = String(request.headers[personHeader] ?? '')
    const result = accountId ? { login: { accountId } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result)
  })
  return {
    issuer,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function providerAt(issuer: string, claimsInIdToken: boolean): Provider {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !claimsInIdToken,
    cookies: { keys: ['the cookies of the tests'] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, id) => people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  return provider
}

/** Signs in at the provider as this person, or cancels, and returns the address that the browser is sent back to. */
export async function signInAtProvider(start: URL, person: string | undefined): Promise<URL> {
  const jar = new Map<string, string>()
  let at = start
  while (at.origin === start.origin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(person && { [personHeader]: person }) }
    const response = await fetch(at, { headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
  }
  return at
}
