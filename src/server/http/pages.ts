import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { createRequestHandler, matchRoutes, RouterContextProvider, ServerBuild } from 'react-router'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import * as itemList from '../store/item-list.ts'
import * as reviews from '../store/reviews.ts'
import { KeptAnswer, KeptAnswers, sendKept } from './kept.ts'
import { sendErrorPage } from './problems.ts'
import { type ForeignOrigins, foreignOrigins, pagePolicy } from './security.ts'

/** What a page may show to everyone; the web's `PublicShop` is its other half. */
interface PublicShop {
  items(limit: number): Promise<Item[]>
  reviews(limit: number): Promise<Review[]>
}

/** What the web's entry.server.tsx gives besides the pages: the router that they were built with. */
interface WebEntry {
  createRequestHandler: typeof createRequestHandler
  matchRoutes: typeof matchRoutes
  provideShop(shop: PublicShop): RouterContextProvider
}

export type WebBuild = ServerBuild & { entry: { module: WebEntry } }

/**
 * Serves the rendered pages. They are the same for every visitor, so each is rendered once per version of
 * the data that it shows and then kept, compressed. A new build (while developing) starts anew.
 */
export function servePages(app: FastifyInstance, { config, db }: Deps, load: () => Promise<WebBuild>): void {
  const foreign = foreignOrigins(config)
  const renderers = new WeakMap<WebBuild, Renderer>()
  const shop: PublicShop = {
    items: limit => itemList.list(db.read, { limit, after: undefined }),
    reviews: limit => reviews.list(db.read, { limit, after: undefined }),
  }

  app.get('/*', { config: { access: 'page' }, errorHandler: sendErrorPage }, async (request, reply) => {
    const build = await load()
    const renderer = renderers.get(build) ?? new Renderer(build, shop, foreign)
    renderers.set(build, renderer)
    const page = renderer.pageAt(request.url.split('?', 1)[0] ?? '/')
    const answer = await renderer.answer(page, db.versions.of('items', 'reviews'))
    return sendKept(request, reply.code(isCatchAll(page) ? 404 : 200), answer)
  })
}

interface Page {
  id: string
  /** As in the route table: '/items/:id'. */
  path: string
}

/** The pages of the build, each with its whole path. */
function pagesOf({ routes }: ServerBuild): Page[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : ''
  }
  const parents = new Set(Object.values(routes).map(route => route?.parentId))
  const leaves = Object.keys(routes).filter(id => !parents.has(id))
  return leaves.map(id => ({
    id,
    path: pathOf(id)
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1'),
  }))
}

const isCatchAll = (page: Page): boolean => page.path.endsWith('*')

/** An address of the page to render it under: the same for all ids, and never one that the visitor made up. */
const addressOf = (page: Page): URL => new URL(page.path.replace(/:\w+|\*/g, '-'), 'http://shop')

/** One build of the web: finds the page for an address, renders it, keeps it. */
class Renderer {
  readonly #build: WebBuild
  readonly #shop: PublicShop
  readonly #foreign: ForeignOrigins
  readonly #pages: Page[]
  readonly #render: ReturnType<typeof createRequestHandler>
  readonly #kept = new KeptAnswers(100)

  constructor(build: WebBuild, shop: PublicShop, foreign: ForeignOrigins) {
    this.#build = build
    this.#shop = shop
    this.#foreign = foreign
    this.#pages = pagesOf(build)
    this.#render = build.entry.module.createRequestHandler(build, 'production')
  }

  pageAt(path: string): Page {
    const page = this.#build.entry.module.matchRoutes(this.#pages, path)?.[0]?.route
    if (!page) throw new Refusal('not_found', 'There is nothing here.')
    return page
  }

  answer(page: Page, version: string): Promise<KeptAnswer> {
    return this.#kept.get(page.id, version, async () => {
      const context = this.#build.entry.module.provideShop(this.#shop)
      const response = await this.#render(new Request(addressOf(page)), context)
      if (response.status >= 500) throw new Error(`The page ${page.path} could not be rendered`)
      return keepPage(await response.text(), this.#foreign)
    })
  }
}

function keepPage(html: string, foreign: ForeignOrigins): KeptAnswer {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  const hashes = [...scripts].map(([, source = '']) => `sha256-${hash('sha256', source, 'base64')}`)
  return new KeptAnswer(html, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy([...new Set(hashes)], foreign),
  })
}
