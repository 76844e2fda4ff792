import { keptAttribute } from '../web/api/kept.ts'
import { build } from './build.ts'
import { cacheNames, find, givenAt, keep, marked } from './caches.ts'
import { keptPageOf, keptPages } from './kept.ts'
import { offlinePage } from './offline-page.ts'

const manifestPath = '/manifest.webmanifest'

/** Kept pages are fetched again once a day, with a visit. */
const renewAfterMs = 24 * 3_600_000

/** Fetches the pages and what they need. One page after the other, because a visitor may still be loading. */
export async function keepShop(): Promise<void> {
  const files = await caches.open(cacheNames.files)
  await files.addAll([...build.files])
  await renewPages()
}

async function renewPages(): Promise<void> {
  const cache = await caches.open(cacheNames.pages)
  for (const path of [manifestPath, ...keptPages]) {
    const kept = await cache.match(path)
    if (kept && Date.now() - givenAt(kept) < renewAfterMs) continue
    const response = await fetch(path, { cache: 'no-cache' }).catch(() => undefined)
    if (response) await keep(cache, path, response)
  }
}

/**
 * React Router reloads the page when the script of another page cannot be loaded. Shown again without a word, it would
 * look as if the link did nothing.
 */
let isScriptMissing = false

export const noteMissingScript = (): void => {
  isScriptMissing = true
}

/** The shop's own page. Without a connection the kept one, or a page that says so; never the browser's own. */
export async function showPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const page = keptPageOf(pathname)
  const cache = await caches.open(cacheNames.pages)
  try {
    const preloaded: Response | undefined = await event.preloadResponse
    const response = preloaded ?? (await fetch(event.request))
    // A page with an id is kept without it.
    const isSame = page === pathname
    const copy = isSame ? response.clone() : undefined
    event.waitUntil(
      (async () => {
        if (page && copy) await keep(cache, page, copy)
        await renewPages()
      })(),
    )
    return response
  } catch {
    const kept = page && !isScriptMissing ? await find(cache, page) : undefined
    isScriptMissing = false
    return kept ? markedPage(kept) : offlinePage(await shopName(cache))
  }
}

/** The page says how old it is: scripts cannot read the headers of their own page. */
async function markedPage(kept: Response): Promise<Response> {
  const html = await kept.text()
  return marked(kept, html.replace('<html', `<html ${keptAttribute}="${givenAt(kept)}"`))
}

async function shopName(cache: Cache): Promise<string> {
  const manifest: unknown = await cache.match(manifestPath).then(kept => kept?.json())
  const isNamed = typeof manifest === 'object' && manifest !== null && 'name' in manifest
  return isNamed ? String(manifest.name) : ''
}
