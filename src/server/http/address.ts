import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { requestLog } from './log.ts'
import { isLoopbackUrl, ownOrigin } from './origin.ts'

/**
 * Where a request comes from, for limits. Behind a proxy of TRUSTED_PROXIES that is the last address in
 * X-Forwarded-For which is not such a proxy; what a proxy passes on and is no address counts as the proxy itself.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return networkOf(isIP(ip) ? ip : (socket.remoteAddress ?? ''))
}

export interface Visitor {
  address: string
  /** How many times as much as the usual an address may try. */
  times: number
}

/** Whoever tries a demo shop on their own machine, with a test suite maybe, is everybody at that address. */
export const visitorOf = (request: FastifyRequest, config: Deps['config']): Visitor => ({
  address: addressOf(request),
  times: config.mode === 'demo' && isLocal(request, config) ? 100 : 1,
})

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const passedOn = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * A connection from this machine, made to the shop itself. A proxy here connects from loopback for everybody in the
 * world, and need not say so: a shop with a public address or with proxies therefore takes nobody's word for it.
 * request.ip is what a header may claim; the socket cannot lie.
 */
export function isLocal(request: FastifyRequest, { trustedProxies, publicUrl }: Deps['config']): boolean {
  const isPublic = trustedProxies.length > 0 || (publicUrl !== undefined && !isLoopbackUrl(publicUrl))
  return (
    !isPublic &&
    loopback.test(request.socket.remoteAddress ?? '') &&
    ownOrigin(request, undefined) !== undefined &&
    passedOn.every(name => request.headers[name] === undefined)
  )
}

/** Says once that a proxy passes visitors on and is not named: all of them share the limits of one address then. */
export function proxyWarning(): (request: FastifyRequest) => void {
  let hasWarned = false
  return request => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    // Behind a proxy that is believed there are at least two: the proxy, and whom it speaks for.
    if ((request.ips?.length ?? 1) > 1) return
    hasWarned = true
    requestLog(request).warn(
      'X-Forwarded-For came from an address that is not in TRUSTED_PROXIES, so it counts for nothing, and all visitors who come that way share the limits of one address. If it is your proxy, name it there',
    )
  }
}

/** One visitor has a whole IPv6 network of addresses: limits are for the network. This machine is one address. */
export function networkOf(address: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIP(plain) !== 6 || plain === '::1') return plain
  const [head = '', tail = ''] = plain.split('::')
  const [left, right] = [head, tail].map(part => part.split(':').filter(group => group !== ''))
  const missing = 8 - (left?.length ?? 0) - (right?.length ?? 0)
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => '0'), ...(right ?? [])]
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
