import type { OidcConfig } from '../settings/providers.ts'
import { personOf } from './identity-google.ts'
import { type Claims, OpenIdSignIn } from './openid-sign-in.ts'
import type { SocialPerson } from './social.ts'

/** Sign in with the provider that the shop's owner has configured. */
export class OidcSignIn extends OpenIdSignIn {
  constructor({ trustsUnverifiedEmail, ...keys }: OidcConfig) {
    super(keys, claims => personAt(claims, trustsUnverifiedEmail))
  }
}

/**
 * Subjects are unique only within their issuer, and the owner may change the provider: its people must not get the
 * accounts of the former one's.
 */
function personAt(claims: Claims, trustsUnverifiedEmail: boolean): SocialPerson {
  const isUnstated = claims.email_verified === undefined
  const trusted = trustsUnverifiedEmail && isUnstated ? { ...claims, email_verified: true } : claims
  return { ...personOf(trusted), subject: `${claims.iss} ${claims.sub}` }
}
