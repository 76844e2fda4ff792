import type { GoogleConfig } from '../settings/providers.ts'
import { type Claims, OpenIdSignIn } from './openid-sign-in.ts'
import type { SocialPerson } from './social.ts'

/** Sign in with Google. */
export class GoogleSignIn extends OpenIdSignIn {
  constructor(keys: GoogleConfig) {
    super({ ...keys, clientAuth: 'post' }, personOf)
  }
}

/** An email counts as verified only if the provider says so explicitly: a missing claim does not count. */
export function personOf({ sub, email, email_verified: verified, name, picture }: Claims): SocialPerson {
  const given = typeof email === 'string' && email !== ''
  return {
    subject: sub,
    verifiedEmail: given && verified === true ? email : undefined,
    unverifiedEmail: given && verified !== true,
    name: typeof name === 'string' ? name : '',
    photoUrl: typeof picture === 'string' ? picture : undefined,
  }
}
