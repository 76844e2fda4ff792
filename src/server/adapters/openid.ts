import type * as OpenId from 'openid-client'
import { SocialFailure } from './social.ts'

/** Waiting for a provider ends after this; nobody looks at a blank page for longer. */
export const patienceSeconds = 10

/** Only on this machine may a provider be reached without TLS. */
export const mayBePlain = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * Runs one half of a sign-in. The client library is loaded here: it is megabytes that a shop without social
 * sign-in does not need. Whatever goes wrong, the shop learns only whether the visitor said no.
 */
export async function orSocialFailure<T>(work: (openId: typeof OpenId) => Promise<T>): Promise<T> {
  const openId = await import('openid-client')
  try {
    return await work(openId)
  } catch (error) {
    const denied = error instanceof openId.AuthorizationResponseError && error.error === 'access_denied'
    throw new SocialFailure(denied ? 'denied' : 'failed', error)
  }
}
