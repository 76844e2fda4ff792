import type * as OpenId from 'openid-client'
import { SocialFailure } from './social.ts'

/** The timeout for a provider, while the visitor sees a blank page. */
export const timeoutSeconds = 10

/** Only a provider on this machine may be called without TLS. */
export const allowsPlainHttp = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * Runs one half of a sign-in. Loads the client library here: it takes megabytes that a shop without social sign-in does
 * not need. All errors are reduced to one fact: whether the visitor canceled.
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
