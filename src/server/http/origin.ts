import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopbackUrl = (url: string): boolean => loopbackNames.has(URL.parse(url)?.hostname ?? '')

/** The address under which the visitor reached the shop, if it is one of the shop's own. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  if (publicUrl) return publicUrl
  const url = URL.parse(`http://${request.headers.host ?? ''}`)
  return url && loopbackNames.has(url.hostname) ? url.origin : undefined
}

/** A browser sends the origin of a change: only the shop's own pages may send one. */
export function foreignOrigin(request: FastifyRequest, publicUrl: string | undefined): Refusal | undefined {
  const { origin } = request.headers
  if (origin === undefined || request.method === 'GET' || request.method === 'HEAD') return undefined
  const own = ownOrigin(request, publicUrl)
  if (origin === own) return undefined
  const hint = own ?? publicUrl ?? 'a loopback address; set PUBLIC_URL to use another'
  return new Refusal('foreign_origin', `This call did not come from the shop's own pages (${hint}).`)
}
