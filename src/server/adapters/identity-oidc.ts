import type { OidcConfig } from '../settings/providers.ts'
import { personOf } from './identity-google.ts'
import { type Claims, OpenIdSignIn } from './openid-sign-in.ts'
import type { SocialPerson } from './social.ts'

/** Sign in with the provider that the shop's owner has chosen. */
export class OidcSignIn extends OpenIdSignIn {
  constructor({ trustsUnverifiedEmail, ...keys }: OidcConfig) {
    super(keys, claims => personAt(claims, trustsUnverifiedEmail))
  }
}

/**
 * Subjects are unique within their issuer only, and the owner may choose another one: its people must not find
 * themselves in the accounts of the former one's.
 */
function personAt(claims: Claims, trustsUnverifiedEmail: boolean): SocialPerson {
  const saysNothing = claims.email_verified === undefined
  const told = trustsUnverifiedEmail && saysNothing ? { ...claims, email_verified: true } : claims
  return { ...personOf(told), subject: `${claims.iss} ${claims.sub}` }
}
