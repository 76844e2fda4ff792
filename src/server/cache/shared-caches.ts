import type { IncomingHttpHeaders } from 'node:http'

/**
 * For a proxy or a CDN before the shop: an answer is fresh for a second, and for one more it is given while the next is
 * fetched; when the shop does not answer, for a minute. A browser asks each time, and is told 304 when nothing is new.
 */
const forEverybody = 'max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60'

/** Nobody between here and the browser keeps it. */
const forOne = 'private, no-cache'

/**
 * How long an answer that is the same for everybody may be kept on its way. Whoever shows who they are gets it from the
 * shop itself: they may just have changed it, and no copy is ever made of an answer to a credential.
 */
export const cacheControlFor = ({ headers }: { headers: IncomingHttpHeaders }): string =>
  headers.authorization === undefined && headers.cookie === undefined ? forEverybody : forOne
