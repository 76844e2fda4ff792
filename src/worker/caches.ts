import { cachePrefix, keptHeader } from '../web/api/kept.ts'
import { cacheMark, sessionCacheOf } from '../web/api/session-cache.ts'
import { build } from './build.ts'

/** A new build begins with empty caches, because its pages may expect other files and answers. */
const named = (name: string): string => `${cachePrefix}${name}-${build.version}`

export const cacheNames = {
  pages: named('pages'),
  files: named('files'),
  pictures: named('pictures'),
  answers: named('answers'),
} as const

/** The most entries of each cache; the oldest make room. */
const mostEntries = 150

/** What is older is not shown any more. */
const keptMs = 30 * 24 * 3_600_000

/** Whatever earlier builds have kept, sessions included. */
export async function removeOldCaches(): Promise<void> {
  const current: readonly string[] = Object.values(cacheNames)
  const old = (await caches.keys()).filter(name => name.startsWith(cachePrefix) && !current.includes(name))
  await Promise.all(old.map(name => caches.delete(name)))
}

/**
 * The cache for the answer to a request. That of a session is made and removed by the pages, and only one with their
 * mark is used. It is opened before the answer is there: if it has been removed by then, the answer is written to
 * nowhere, instead of into a new cache after a sign-out.
 */
export async function cacheFor(request: Request): Promise<Cache | undefined> {
  const token = tokenOf(request)
  if (!token) return caches.open(cacheNames.answers)
  const name = await sessionCacheOf(token)
  if (!(await caches.has(name))) return undefined
  const cache = await caches.open(name)
  if (await cache.match(cacheMark)) return cache
  await caches.delete(name)
  return undefined
}

const tokenOf = ({ headers }: Request): string | undefined =>
  /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1]

/** The shop has ended the session of a request. */
export async function forgetSessionOf(request: Request): Promise<void> {
  const token = tokenOf(request)
  if (token) await caches.delete(await sessionCacheOf(token))
}

/** Errors, redirects and parts of files are not kept. */
const isWhole = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 && type === 'basic' && !redirected && headers.get('vary') !== '*'

/** The address alone is the key: the headers of the request, with the token, are not stored. */
export async function keep(cache: Cache, address: string, response: Response): Promise<void> {
  try {
    // Removed or hidden since: what was kept of it is not shown again.
    if ([403, 404, 410].includes(response.status)) await cache.delete(address)
    if (!isWhole(response)) return
    await cache.put(address, response)
    const entries = (await cache.keys()).filter(({ url }) => !url.endsWith(cacheMark))
    const surplus = entries.slice(0, Math.max(0, entries.length - mostEntries))
    await Promise.all(surplus.map(entry => cache.delete(entry)))
  } catch {
    // The device has no room: the page has its answer, and the next one may fit.
  }
}

/** When the shop gave a response. */
export const givenAt = ({ headers }: Response): number => Date.parse(headers.get('date') ?? '') || 0

/** A kept response that is not too old. */
export async function find(cache: Cache, address: string): Promise<Response | undefined> {
  const found = await cache.match(address, { ignoreVary: true })
  if (found && Date.now() - givenAt(found) > keptMs) {
    await cache.delete(address)
    return undefined
  }
  return found
}

/** The same response, with its age in place of its date: the date would set the clock of the page. */
export function marked(kept: Response, body: BodyInit | null = kept.body): Response {
  const headers = new Headers(kept.headers)
  headers.delete('date')
  headers.set(keptHeader, String(givenAt(kept)))
  return new Response(body, { status: kept.status, headers })
}
