import cookies, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

export const readCookies = (app: FastifyInstance): void => void app.register(cookies)

export interface ShopCookie {
  name: string
  options: CookieSerializeOptions
}

/** A cookie for the shop alone. Under https its name says so, and the browser takes it from nobody else. */
export function shopCookie({ publicUrl }: Deps['config'], name: string, lifeMs: number): ShopCookie {
  const secure = publicUrl?.startsWith('https:') ?? false
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: lifeMs / 1000 } as const
  return { name: `${secure ? '__Host-' : ''}tuckshop_${name}`, options }
}
