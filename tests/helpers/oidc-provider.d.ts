/** The part of the package that tests/helpers/openid-provider.ts uses. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scopes: string): void
    save(): Promise<string>
  }

  interface Context {
    oidc: { client: { clientId: string }; session: { accountId: string } }
  }

  type Claims = Record<string, string | boolean>

  interface Configuration {
    clients: Record<string, string | string[]>[]
    claims: Record<string, string[]>
    conformIdTokenClaims: boolean
    cookies: { keys: string[] }
    ttl: Record<string, number>
    jwks: { keys: object[] }
    features: { devInteractions: { enabled: boolean } }
    findAccount(context: Context, id: string): { accountId: string; claims(): Claims } | undefined
    loadExistingGrant(context: Context): Promise<Grant>
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): RequestListener
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string },
    ): Promise<void>
  }
}
