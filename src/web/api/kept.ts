/** What pages and the service worker have to agree on (docs/decisions/035). */

/** Marks an answer that the service worker has kept with the moment when the shop gave it. */
export const keptHeader = 'x-kept-since'

/** The same for a page, in the dataset of <html>. */
export const keptAttribute = 'data-kept-since'

export const cachePrefix = 'shop-'
export const sessionPrefix = `${cachePrefix}session-`

/** Removes what is kept of every session, or of every other one. Without https browsers keep nothing. */
export async function forgetKept(except?: string): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = (await caches.keys()).filter(name => name.startsWith(sessionPrefix) && name !== except)
  await Promise.all(names.map(name => caches.delete(name)))
}
