import { createHash } from 'node:crypto'
import type { Grant } from './grants.ts'

/** A protocol error with an OAuth error code. */
export class OAuthError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

/** The shop's request when it redirects a visitor here. */
export interface AuthorizationRequest {
  clientId: string
  redirectUri: URL
  scope: string
  state?: string
  nonce?: string
  challenge?: string
}

/**
 * Where to redirect the visitor. Throws on an unknown client or a foreign address: those errors must not redirect, so
 * the sandbox shows them on its own page.
 */
export function returnAddress(parameters: URLSearchParams, clientId: string): URL {
  if (parameters.get('client_id') !== clientId)
    throw new OAuthError('invalid_client', 'There is no app with this client_id.', 401)
  const address = URL.parse(parameters.get('redirect_uri') ?? '')
  const loopback = address && ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (!loopback || address.protocol !== 'http:' || address.username || address.hash)
    throw new OAuthError(
      'redirect_uri_mismatch',
      'The redirect_uri has to be a plain http address of this machine.',
    )
  return address
}

/** Validates the rest of the request. The shop receives these errors at its return address. */
export function authorizationRequest(parameters: URLSearchParams, redirectUri: URL): AuthorizationRequest {
  const challenge = parameters.get('code_challenge')
  if (challenge !== null && parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method has to be S256.')
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'The code_challenge is not a SHA-256 in base64url.')
  const [state, nonce] = [parameters.get('state'), parameters.get('nonce')]
  return {
    clientId: parameters.get('client_id') ?? '',
    redirectUri,
    scope: parameters.get('scope') ?? '',
    ...(state !== null && { state }),
    ...(nonce !== null && { nonce }),
    ...(challenge !== null && { challenge }),
  }
}

export interface Client {
  id: string
  secret: string
}

/** The client's credentials, from the Authorization header (form-encoded, per RFC 6749) or the form. */
export function clientOf(authorization: string | undefined, fields: URLSearchParams): Client {
  const basic = /^Basic ([\w+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (!basic) return { id: fields.get('client_id') ?? '', secret: fields.get('client_secret') ?? '' }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  return { id: formDecoded(id), secret: formDecoded(secret) }
}

const formDecoded = (text: string): string => new URLSearchParams(`text=${text}`).get('text') ?? ''

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^(?:Bearer|token) (\S+)$/i.exec(authorization ?? '')?.[1]

/** Checks PKCE: a code requested with a challenge needs its verifier; any other code must have none. */
export function verifierMatches(grant: Grant, verifier: string | null): boolean {
  if (grant.challenge === undefined) return verifier === null
  if (verifier === null || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === grant.challenge
}

/** Separated by spaces, as in OAuth, or by commas, as in GitHub's examples. */
export const scopesOf = (scope: string): string[] => scope.split(/[\s,]+/).filter(Boolean)
