import { cacheFor, cacheNames, find, forgetSessionOf, keep, marked, removeOldCaches } from './caches.ts'
import { isAdminPage, isImmutable, isKeptAnswer, isPicture } from './kept.ts'
import { keepShop, noteMissingScript, showPage } from './pages.ts'

declare const self: ServiceWorkerGlobalScope

/** Keeps pages, items and a customer's own orders readable without a connection (docs/decisions/035). */
self.addEventListener('install', event => {
  event.waitUntil(keepShop().then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(
    (async () => {
      await removeOldCaches()
      // A page does not wait for the worker to start.
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

/** Whatever gets no answer here goes to the shop as if there were no worker. */
self.addEventListener('fetch', event => {
  const answer = answerTo(event)
  if (answer) event.respondWith(answer)
})

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { method, url, mode, headers, referrer } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || headers.has('range')) return undefined
  if (isImmutable(pathname)) return keptFirst(event, pathname)
  if (isPicture(pathname)) return shopFirst(event, caches.open(cacheNames.pictures))
  if (/^\/api(\/|$)/i.test(pathname)) {
    const isAdmins = referrer !== '' && isAdminPage(new URL(referrer).pathname)
    return isKeptAnswer(pathname) && !isAdmins ? shopFirst(event, cacheFor(event.request)) : undefined
  }
  return mode === 'navigate' ? showPage(event) : undefined
}

/** The shop's own answer wins, also a refusal. Only where there is none, the kept one is shown. */
async function shopFirst(event: FetchEvent, opened: Promise<Cache | undefined>): Promise<Response> {
  const { request } = event
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  const opening = opened.catch(() => undefined)
  try {
    const response = await fetch(request)
    if (response.status === 401) event.waitUntil(forgetSessionOf(request))
    const copy = response.clone()
    event.waitUntil(opening.then(cache => cache && keep(cache, address, copy)))
    return response
  } catch (error) {
    const cache = request.signal.aborted ? undefined : await opening
    const kept = cache && (await find(cache, address))
    if (!kept) throw error
    return marked(kept)
  }
}

/** For files that never change under their name. */
async function keptFirst(event: FetchEvent, path: string): Promise<Response> {
  const isFile = path.startsWith('/assets/')
  const cache = await caches.open(isFile ? cacheNames.files : cacheNames.pictures)
  const kept = await cache.match(path, { ignoreVary: true })
  if (kept) return kept
  try {
    const response = await fetch(event.request)
    event.waitUntil(keep(cache, path, response.clone()))
    return response
  } catch (error) {
    if (isFile && event.request.destination === 'script') noteMissingScript()
    throw error
  }
}
