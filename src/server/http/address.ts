import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Where a request comes from, for limits. Behind a proxy of TRUSTED_PROXIES that is the last address in
 * X-Forwarded-For which is not such a proxy; what a proxy passes on and is no address counts as the proxy itself.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return networkOf(isIP(ip) ? ip : (socket.remoteAddress ?? ''))
}

/** One visitor has a whole IPv6 network of addresses: limits are for the network. */
export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIP(plain) !== 6) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [left, right] = [head, tail].map(part => part.split(':').filter(group => group !== ''))
  const missing = 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => '0'), ...(right ?? [])]
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
