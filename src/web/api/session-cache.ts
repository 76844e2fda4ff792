import { sessionPrefix } from './kept.ts'

/** In every cache that a page has made. */
export const cacheMark = '/session'

/** The cache of a session. Its name does not reveal the token. */
export async function sessionCacheOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return (
    sessionPrefix + Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
  )
}
