import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { ScriptNonceContext, scriptNonce } from './api/script-nonce.ts'

/** React Router is bundled here and accepts only contexts that its own copy created, so the server must import it from this file. */
export { createRequestHandler, matchRoutes } from 'react-router'
export { provideShop } from './api/public-shop.ts'
export { indexedPaths } from './paths.ts'

const renderTimeoutMs = 10_000

/** Renders the whole page before responding, because the server caches it for all visitors. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: RouterContextProvider,
): Promise<Response> {
  let failed = false
  const nonce = routerContext.get(scriptNonce)
  const page = (
    <ScriptNonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </ScriptNonceContext>
  )
  const body = await renderToReadableStream(page, {
    nonce,
    signal: AbortSignal.timeout(renderTimeoutMs),
    // Sends the page as one chunk: parts that are streamed later would need inline scripts to put them in place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError() {
      failed = true
    },
  })
  await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(lowerScriptPriority(await new Response(body).text()), {
    status: failed ? 500 : isNotFound(context) ? 404 : status,
    headers,
  })
}

/** The shop logs its own failed calls, so the renderer does not log them a second time. */
export const handleError = (): void => undefined

/** Lets styles, fonts and the first picture load before scripts, because the page is readable without scripts. */
const lowerScriptPriority = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')

const isNotFound = (context: EntryContext): boolean =>
  context.staticHandlerContext.matches.at(-1)?.route.path === '*'
