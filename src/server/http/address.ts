import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { requestLog } from './log.ts'
import { isLoopbackUrl, ownOrigin } from './origin.ts'

/**
 * The address of a visitor, for limits. Behind a proxy of TRUSTED_PROXIES that is the last address in X-Forwarded-For
 * which is not such a proxy. If the proxy passes on something that is not an address, its own address counts.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return networkOf(isIP(ip) ? ip : (socket.remoteAddress ?? ''))
}

export interface Visitor {
  address: string
  /** The factor by which the limits of an address are raised. */
  times: number
}

/** A demo on the visitor's own machine, perhaps under a test suite, has one address for all its visitors. */
export const visitorOf = (request: FastifyRequest, config: Deps['config']): Visitor => ({
  address: addressOf(request),
  times: config.mode === 'demo' && isLocal(request, config) ? 100 : 1,
})

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Whether a request comes from this machine, directly to the shop. A proxy on this machine connects from loopback on
 * behalf of everyone, and need not say so. So a shop with a public address or with proxies trusts no such connection. A
 * header can fake request.ip, but not the address of the socket.
 */
export function isLocal(request: FastifyRequest, { trustedProxies, publicUrl }: Deps['config']): boolean {
  const isPublic = trustedProxies.length > 0 || (publicUrl !== undefined && !isLoopbackUrl(publicUrl))
  return (
    !isPublic &&
    loopback.test(request.socket.remoteAddress ?? '') &&
    ownOrigin(request, undefined) !== undefined &&
    forwardingHeaders.every(name => request.headers[name] === undefined)
  )
}

/** Warns once about a proxy that is not trusted: all visitors behind it share the limits of one address. */
export function proxyWarning(): (request: FastifyRequest) => void {
  let hasWarned = false
  return request => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    // Behind a trusted proxy there are at least two: the proxy and the visitor.
    if ((request.ips?.length ?? 1) > 1) return
    hasWarned = true
    requestLog(request).warn(
      'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES, so it is ignored, and all visitors who come that way share the limits of one address. If it is your proxy, add it there',
    )
  }
}

/**
 * One visitor has a whole IPv6 network of addresses, so limits apply to the network. This machine counts as one
 * address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIP(plain) !== 6 || plain === '::1') return plain
  const [head = '', tail = ''] = plain.split('::')
  const [left, right] = [head, tail].map(part => part.split(':').filter(group => group !== ''))
  const missing = 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => '0'), ...(right ?? [])]
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
