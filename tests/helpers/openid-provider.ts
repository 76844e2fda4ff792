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
  /** As Entra ID has it: not a word about whether the e-mail is verified. */
  enzo: { name: 'Enzo', email: 'enzo@example.com' },
  nemo: { name: 'Nemo' },
}

/** The header that stands for what a person does on the provider's own pages. */
const answerHeader = 'x-person'

export interface OpenIdProvider {
  issuer: string
  /** What it was asked for, such as '/token', and whether with something in the Authorization header. */
  asked: { path: string; authorization: boolean }[]
  close(): Promise<void>
}

/** A certified OpenID Connect provider that is not ours, on this machine. */
export async function openIdProvider({ claimsInIdToken = false } = {}): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = providerAt(issuer, claimsInIdToken)
  const work = provider.callback()
  const asked: OpenIdProvider['asked'] = []
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    asked.push({ path, authorization: request.headers.authorization !== undefined })
    if (!path.startsWith('/interaction/')) return void work(request, response)
    const accountId = String(request.headers[answerHeader] ?? '')
    const result = accountId ? { login: { accountId } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result)
  })
  return {
    issuer,
    asked,
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
    async loadExistingGrant({ oidc: { client: asking, session } }) {
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  return provider
}

/** Goes to the provider as a browser does, signs in there as this person or cancels, and answers the way back. */
export async function signInAtProvider(start: URL, person: string | undefined): Promise<URL> {
  const jar = new Map<string, string>()
  let at = start
  while (at.origin === start.origin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(person && { [answerHeader]: person }) }
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
