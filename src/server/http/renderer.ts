import { hash } from 'node:crypto'
import type { createRequestHandler, matchRoutes, RouterContextProvider, ServerBuild } from 'react-router'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Kept, KeptAnswer, KeptAnswers } from './kept.ts'
import { type ForeignOrigins, pagePolicy } from './security.ts'

/** What a page may show to everyone; the web's `PublicShop` is its other half. */
export interface PublicShop {
  origin: string | undefined
  item(id: string): Promise<Item | undefined>
  items(limit: number): Promise<Item[]>
  reviews(limit: number): Promise<Review[]>
}

/** What the web's entry.server.tsx gives besides the pages: the router that they were built with. */
interface WebEntry {
  createRequestHandler: typeof createRequestHandler
  matchRoutes: typeof matchRoutes
  provideShop(shop: PublicShop): RouterContextProvider
  indexedPaths: readonly string[]
}

export type WebBuild = ServerBuild & { entry: { module: WebEntry } }

interface Route {
  id: string
  /** As in the route table: '/items/:id'. */
  path: string
}

/** The pages of the build, each with its whole path. */
function routesOf({ routes }: ServerBuild): Route[] {
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

/** A page to render: under which address, and whether that is the not-found page. */
interface Page {
  path: string
  found: boolean
}

const itemPage = '/items/:id'

/** One build of the web: finds the page for an address, renders it, keeps it. */
export class Renderer {
  readonly #build: WebBuild
  readonly #shop: PublicShop
  readonly #foreign: ForeignOrigins
  readonly #routes: Route[]
  /** Pages without a parameter: most requests are for one of these, and matching ranks the whole table each time. */
  readonly #plain: ReadonlyMap<string, Page>
  readonly #render: ReturnType<typeof createRequestHandler>
  readonly #kept: KeptAnswers

  constructor(build: WebBuild, shop: PublicShop, foreign: ForeignOrigins, version: () => number) {
    this.#build = build
    this.#shop = shop
    this.#foreign = foreign
    this.#kept = new KeptAnswers(version, 300)
    this.#routes = routesOf(build)
    const plain = this.#routes.filter(({ path }) => !/[:*]/.test(path))
    this.#plain = new Map(plain.map(({ path }) => [path, { path, found: true }]))
    this.#render = build.entry.module.createRequestHandler(build, 'production')
  }

  /**
   * An item's page tells search engines and shared links what is on it, so it has an address of its own. All
   * others, and addresses that a visitor made up, are rendered once for all.
   */
  async pageAt(path: string): Promise<Page> {
    const plain = this.#plain.get(path)
    if (plain) return plain
    const match = this.#build.entry.module.matchRoutes(this.#routes, path)?.[0]
    if (!match) throw new Refusal('not_found', 'There is nothing here.')
    const { route, params } = match
    const item = route.path === itemPage ? await this.#shop.item(params.id ?? '') : undefined
    return { path: route.path.replace(/:\w+|\*/g, item?._id ?? '-'), found: !route.path.endsWith('*') }
  }

  answer({ path }: Page): Promise<Kept> {
    return this.#kept.get(path, async () => {
      const context = this.#build.entry.module.provideShop(this.#shop)
      const response = await this.#render(new Request(new URL(path, 'http://shop')), context)
      if (response.status >= 500) throw new Error(`The page ${path} could not be rendered`)
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
