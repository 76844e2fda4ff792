import type { FastifyReply, FastifyRequest } from 'fastify'

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name) return value
  }
  return undefined
}

export interface CookieOptions {
  maxAgeSeconds: number
  secure: boolean
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { maxAgeSeconds, secure }: CookieOptions,
): void {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${value}; ${flags}`)
}
