import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { ScriptMark, scriptMark } from './api/script-nonce.ts'

/** React Router is bundled in here, and it accepts only contexts of its own copy: the server uses this one. */
export { createRequestHandler, matchRoutes } from 'react-router'
export { provideShop } from './api/public-shop.ts'
export { indexedPaths } from './paths.ts'

const patience = 10_000

/** Renders the whole page before answering: the server keeps it and gives the same one to every visitor. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  provided: RouterContextProvider,
): Promise<Response> {
  let failed = false
  const mark = provided.get(scriptMark)
  const page = (
    <ScriptMark value={mark}>
      <ServerRouter context={context} url={request.url} nonce={mark} />
    </ScriptMark>
  )
  const body = await renderToReadableStream(page, {
    nonce: mark,
    signal: AbortSignal.timeout(patience),
    // In one piece: parts sent later would need inline scripts to move them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError() {
      failed = true
    },
  })
  await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(await new Response(body).text()), {
    status: failed ? 500 : isNotFound(context) ? 404 : status,
    headers,
  })
}

/** What a page asks of the shop, the shop hears fail by itself, and tells in its own log: not a second time here. */
export const handleError = (): void => undefined

/** A page is seen without its scripts: they wait behind its styles, fonts and first picture. */
const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

const isNotFound = (context: EntryContext): boolean =>
  context.staticHandlerContext.matches.at(-1)?.route.path === '*'
