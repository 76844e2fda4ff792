import { forgetKept } from '../../api/kept.ts'
import { queryClient } from '../../api/query-client.ts'
import { cacheMark, sessionCacheOf } from '../../api/session-cache.ts'
import { onTokenChange, readToken } from '../../api/token.ts'

const workerFile = '/sw.js'

/** Browsers have workers over https and on localhost only. Whoever saves data does not load pages for later. */
export function startWorker(): void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  if (import.meta.env.DEV) {
    removeWorkers(serviceWorker)
    return
  }
  if ('connection' in navigator && Object(navigator.connection).saveData === true) return
  const keep = () => void keepSession().catch(() => undefined)
  serviceWorker.addEventListener('controllerchange', () => {
    keepPictures()
    keep()
  })
  onTokenChange(keep)
  if (serviceWorker.controller) keep()
  void serviceWorker.register(workerFile).catch(() => undefined)
}

/** A built shop may have run at the same address. */
function removeWorkers(serviceWorker: ServiceWorkerContainer): void {
  void serviceWorker
    .getRegistrations()
    .then(registrations => Promise.all(registrations.map(registration => registration.unregister())))
}

/** The worker missed what this page had loaded before. The browser still has it. */
function keepPictures(): void {
  for (const { name } of performance.getEntriesByType('resource')) {
    const { origin, pathname } = new URL(name)
    if (origin === window.location.origin && /^\/(pictures|images|fonts)\//.test(pathname))
      void fetch(name).catch(() => undefined)
  }
}

/**
 * Makes the cache of this session, and removes those of all others. Without a token it removes what a sign-out, in
 * another tab or at the shop, has left.
 */
async function keepSession(): Promise<void> {
  const token = readToken()
  const name = token === null ? undefined : await sessionCacheOf(token)
  await forgetKept(name)
  if (!name || (await caches.has(name))) return
  const cache = await caches.open(name)
  await cache.put(cacheMark, new Response())
  if (readToken() !== token) return void (await caches.delete(name))
  // What is on the page now is to be kept as well.
  await queryClient().refetchQueries({
    type: 'active',
    predicate: ({ queryKey: [first] }) => first !== 'payments',
  })
}
