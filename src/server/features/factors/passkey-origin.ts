import { isIP } from 'node:net'
import { Refusal } from '#domain/refusal.ts'
import type { PasskeyOrigin } from '../../adapters/passkeys.ts'

/**
 * Browsers bind a passkey to the host name, do not support IP addresses, and require a secure connection. `origin` is the
 * shop's address as this visitor sees it.
 */
export function passkeyOrigin(origin: string | undefined): PasskeyOrigin {
  const url = URL.parse(origin ?? '')
  if (!url) throw off('Passkeys work at the shop’s own address only (PUBLIC_URL).')
  const { hostname, protocol, port } = url
  if (isLoopbackNumber(hostname))
    throw off(`Passkeys need a name in the address. Open the shop as http://localhost${port && `:${port}`}.`)
  if (isIP(hostname.replace(/[[\]]/g, '')))
    throw off('Passkeys need a domain name in the shop’s address (PUBLIC_URL). This one is an IP address.')
  if (protocol !== 'https:' && hostname !== 'localhost')
    throw off('Passkeys need a shop address with https (PUBLIC_URL).')
  return { origin: url.origin, rpId: hostname }
}

const isLoopbackNumber = (hostname: string): boolean => /^(127(\.\d+){3}|\[::1\])$/.test(hostname)

const off = (sentence: string) => new Refusal('feature_off', sentence)
