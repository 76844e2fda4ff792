import type { FastifyInstance } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { storable } from '#contract/shapes.ts'
import { publicContent } from '#contract/shop-content.ts'
import { isClosed } from '#domain/closed.ts'
import { Refusal } from '#domain/refusal.ts'
import { offerOf } from '#domain/stock.ts'
import { sendCached } from '../cache/cached-response.ts'
import { ResponseCache } from '../cache/response-cache.ts'
import type { Deps } from '../deps.ts'
import { type ShowPage, sendError, sendErrorPage } from '../http/problems.ts'
import { noPage } from '../http/request-metrics.ts'
import { foreignOrigins } from '../http/security.ts'
import { list } from '../store/item-list.ts'
import * as items from '../store/items.ts'
import * as reviews from '../store/reviews.ts'
import * as shopContent from '../store/shop-content.ts'
import { pageLimits, pathOfItem, type RenderedShop, Renderer, type WebBuild } from './renderer.ts'
import { mostSitemapItems, serveRobots, sitemapLimits } from './robots.ts'

/**
 * Serves the rendered pages. They are the same for every visitor, so each is rendered at most once a second and cached,
 * compressed. A new build (during development) starts with an empty cache. Returns the handler that shows the page of
 * an address.
 */
export function servePages(
  app: FastifyInstance,
  { config, db, mail, now }: Deps,
  load: () => Promise<WebBuild>,
): ShowPage {
  const foreign = foreignOrigins(config)
  const renderers = new WeakMap<WebBuild, Renderer>()
  let shopName = ''
  app.decorate('shopName', { getter: () => shopName })
  const readContent = async () => {
    const { closed, newsletter, ...content } = publicContent(await shopContent.read(db.read))
    shopName = content.name
    return {
      ...content,
      closed: isClosed(closed, now(), config.timeZone) ? closed : null,
      // Without mail nobody can confirm an address. A demo always has its newsletter box.
      newsletter: mail || config.mode === 'demo' ? newsletter : null,
    }
  }
  app.addHook('onReady', async () => void (await readContent()))
  const shop: RenderedShop = {
    origin: config.publicUrl,
    takesCards: config.takesCards,
    timeZone: config.timeZone,
    content: readContent,
    async item(id) {
      const item = storable(id) ? await items.find(db.read, id) : undefined
      return item && offerOf(item)
    },
    isRemoved: async id => storable(id) && items.isRemoved(db.read, id),
    items: limit => list(db.read, { limit, after: undefined }),
    reviews: limit => reviews.list(db.read, { limit, after: undefined }),
  }

  serveRobots(app, config.publicUrl, new ResponseCache(db, sitemapLimits), async () => [
    ...(await load()).entry.module.indexedPaths(await readContent()),
    ...(await items.listIds(db.read, mostSitemapItems)).map(pathOfItem),
  ])
  const showPage: ShowPage = async (request, reply) => {
    // No route matched this API call. A program sent it, so it gets no page.
    if (isCall(request.url)) {
      reply.page = noPage
      return sendError(notFound(), request, reply)
    }
    const build = await load()
    const renderer =
      renderers.get(build) ?? new Renderer(build, shop, foreign, new ResponseCache(db, pageLimits))
    renderers.set(build, renderer)
    const path = request.url.split('?', 1)[0] ?? '/'
    const route = renderer.routeAt(path)
    reply.page = route?.pattern ?? noPage
    if (!route) throw notFound()
    const { status, response } = await renderer.show(route)
    return sendCached(request, reply.code(status), response)
  }
  app.get('/*', { config: { access: 'page' }, errorHandler: sendErrorPage }, showPage)
  return showPage
}

const notFound = () => new Refusal('not_found', 'There is nothing here.')

/** Whether an address belongs to the API, however it is encoded. */
function isCall(url: string): boolean {
  // A shortcut for most pages: these characters cannot encode anything else.
  if (/^\/[a-z-]*$/.test(url)) return url === apiRoot
  const path = decodeURIComponent(url.split('?', 1)[0] ?? '').replace(/[\\/]+/g, '/')
  const { pathname } = new URL(`http://shop${path}`)
  return pathname.toLowerCase() === apiRoot || pathname.toLowerCase().startsWith(`${apiRoot}/`)
}
