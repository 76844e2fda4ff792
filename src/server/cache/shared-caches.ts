import type { IncomingHttpHeaders } from 'node:http'

/**
 * For a proxy or a CDN in front of the shop. A response is fresh for a second, may be served for one more while the
 * next is fetched, and for a minute while the shop does not answer. A browser revalidates each time, and gets a 304 if
 * nothing has changed.
 */
const publicCaching = 'max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60'

/** Only the browser may store it. */
const privateCaching = 'private, no-cache'

/**
 * How long shared caches may store a public response. A request with credentials always gets it from the shop: the user
 * may just have changed it, and a response to credentials must never be stored.
 */
export const cacheControlFor = ({ headers }: { headers: IncomingHttpHeaders }): string =>
  headers.authorization === undefined && headers.cookie === undefined ? publicCaching : privateCaching
