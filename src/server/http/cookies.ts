import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** A cookie of the shop. Under https its name has a prefix, so that browsers accept it only from the shop itself. */
export class ShopCookie {
  readonly name: string
  readonly #lifeMs: number
  readonly #secure: boolean

  constructor({ publicUrl }: Deps['config'], name: string, lifeMs: number) {
    this.#secure = publicUrl?.startsWith('https:') ?? false
    this.#lifeMs = lifeMs
    this.name = `${this.#secure ? '__Host-' : ''}tuckshop_${name}`
  }

  read({ headers }: FastifyRequest): string | undefined {
    return parseCookie(headers.cookie ?? '')[this.name]
  }

  /** Returns a token (newToken), or undefined if the cookie does not look like one. */
  readToken(request: FastifyRequest): string | undefined {
    const value = this.read(request)
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
  }

  set(reply: FastifyReply, value: string): void {
    this.#send(reply, value, { maxAge: this.#lifeMs / 1000 })
  }

  clear(reply: FastifyReply): void {
    this.#send(reply, '', { maxAge: 0, expires: new Date(0) })
  }

  #send(reply: FastifyReply, value: string, life: { maxAge: number; expires?: Date }): void {
    const { name } = this
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure } as const
    reply.header('set-cookie', stringifySetCookie({ name, value, ...options, ...life }))
  }
}
