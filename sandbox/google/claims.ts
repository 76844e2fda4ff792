import { avatarPath } from '../avatar.ts'
import type { Context } from '../context.ts'
import { scopesOf } from '../oauth.ts'
import { type GooglePerson, subjectOf } from './people.ts'

export const issuerOf = (context: Context): string => `${context.url}/google`

/** Always includes the subject; the email and the profile only if the scope requests them. */
export function claimsAbout(person: GooglePerson, scope: string, context: Context): Record<string, unknown> {
  const scopes = scopesOf(scope)
  const [given, ...family] = person.name.split(' ')
  return {
    sub: subjectOf(person),
    ...(scopes.includes('email') && { email: person.email, email_verified: person.verified }),
    ...(scopes.includes('profile') && {
      name: person.name,
      given_name: given,
      ...(family.length > 0 && { family_name: family.join(' ') }),
      picture: `${context.url}${avatarPath('/google', person)}`,
    }),
  }
}

export function discoveryDocument(context: Context): Record<string, unknown> {
  const issuer = issuerOf(context)
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: [
      ...['aud', 'email', 'email_verified', 'exp', 'family_name', 'given_name'],
      ...['iat', 'iss', 'name', 'picture', 'sub'],
    ],
  }
}
