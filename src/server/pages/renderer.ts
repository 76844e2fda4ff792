import { hash, randomBytes } from 'node:crypto'
import type { createRequestHandler, matchRoutes, RouterContextProvider, ServerBuild } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import type { PublicContent } from '#contract/shop-content.ts'
import { CachedResponse } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { noPage } from '../http/request-metrics.ts'
import { type ForeignOrigins, pagePolicy } from '../http/security.ts'

/** The exports of the web's entry.server.tsx besides the pages: the router of the same build. */
interface WebEntry {
  createRequestHandler: typeof createRequestHandler
  matchRoutes: typeof matchRoutes
  /** The mark identifies the scripts that the renderer itself writes. */
  provideShop(shop: PublicShop, mark: string): RouterContextProvider
  indexedPaths(content: PublicContent): readonly string[]
}

export type WebBuild = ServerBuild & { entry: { module: WebEntry } }

interface Route {
  id: string
  /** The path in the route table: '/items/:id'. */
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

/** The page of the route table that matches an address. */
interface PageRoute {
  /** '/items/:id'. */
  pattern: string
  params: { readonly id?: string | undefined }
}

/** A page, and whether its address exists. */
interface ShownPage {
  response: CachedResponse
  status: 200 | 404 | 410
}

const itemPage = '/items/:id'

/** Our ids need no escaping in an address. */
export const pathOfItem = (id: string): string => itemPage.replace(':id', () => id)

/** The data of the pages, and whether an unavailable item is gone for good. */
export interface RenderedShop extends PublicShop {
  isRemoved(id: string): Promise<boolean>
}

/** Replaces the id of an unavailable item, and each part of an address that does not affect its page. */
const noId = '-'

/** The cache name of the one page for all unavailable items. It is not an address. */
const notOnSale = 'not on sale'

/** During an outage a page of the last hour is better than none. */
export const pageLimits = { bytes: 11 * 2 ** 20, staleMs: 3_600_000 }

/** One build of the web: finds the page for an address, renders it, caches it. */
export class Renderer {
  readonly #build: WebBuild
  readonly #shop: RenderedShop
  readonly #foreign: ForeignOrigins
  readonly #routes: Route[]
  /** Pages without a parameter: most requests are for one of these, and matching searches the whole table each time. */
  readonly #plain: ReadonlyMap<string, PageRoute>
  readonly #handle: ReturnType<typeof createRequestHandler>
  readonly #pages: ResponseCache
  readonly #renderedFrom = new WeakMap<CachedResponse, RecordedShop>()

  constructor(build: WebBuild, shop: RenderedShop, foreign: ForeignOrigins, pages: ResponseCache) {
    this.#build = build
    this.#shop = shop
    this.#foreign = foreign
    this.#pages = pages
    this.#routes = routesOf(build)
    const plain = this.#routes.filter(({ path }) => !/[:*]/.test(path))
    this.#plain = new Map(plain.map(({ path }) => [path, { pattern: path, params: {} }]))
    this.#handle = build.entry.module.createRequestHandler(build, 'production')
  }

  /** Undefined if the table has no page for unknown addresses. */
  routeAt(path: string): PageRoute | undefined {
    const plain = this.#plain.get(path)
    if (plain) return plain
    const match = this.#build.entry.module.matchRoutes(this.#routes, path)?.[0]
    return match && { pattern: match.route.path, params: match.params }
  }

  /**
   * The page of an item describes it to search engines and in shared links, so each item has its own. All other pages,
   * and unknown addresses, are rendered once for all.
   */
  async show({ pattern, params }: PageRoute): Promise<ShownPage> {
    if (pattern === itemPage) return this.#showItem(params.id ?? '')
    const path = pattern.replace(/:\w+|\*/g, noId)
    const response = await this.#pages.get(path, last => this.#render(path, last))
    return { response, status: pattern === noPage ? 404 : (this.#renderedFrom.get(response)?.status ?? 200) }
  }

  async #showItem(id: string): Promise<ShownPage> {
    const path = pathOfItem(id)
    const response = await this.#pages.get(path, async last =>
      (await this.#shop.item(id)) ? this.#render(path, last) : undefined,
    )
    if (response) return { response, status: 200 }
    // Browsers keep the page without an item, and show their items in it without a connection.
    const status = id === noId ? 200 : (await this.#shop.isRemoved(id)) ? 410 : 404
    const none = await this.#pages.get(notOnSale, last => this.#render(pathOfItem(noId), last))
    return { response: none, status }
  }

  async #render(path: string, last: CachedResponse | undefined): Promise<CachedResponse> {
    if (last && (await this.#renderedFrom.get(last)?.isUnchanged())) return last
    const shop = new RecordedShop(this.#shop)
    const mark = randomBytes(16).toString('base64url')
    const context = this.#build.entry.module.provideShop(shop, mark)
    const answer = await this.#handle(new Request(new URL(path, 'http://shop')), context)
    // The router turns every error into a page, and hides which error it was.
    if (shop.faults.length > 0) throw shop.faults[0]
    if (answer.status === 404) shop.status = 404
    if (answer.status >= 500) throw new Error(`The page ${path} could not be rendered`)
    const response = responseOf(await answer.text(), mark, this.#foreign)
    this.#renderedFrom.set(response, shop)
    return response
  }
}

/** Records the queries of a page. Repeating them takes a hundredth of the time of rendering. */
class RecordedShop implements PublicShop {
  readonly origin: string | undefined
  readonly takesCards: boolean
  readonly timeZone: string
  readonly faults: unknown[] = []
  /** Also 404 where the owner leaves a page out. */
  status: 200 | 404 = 200
  readonly #shop: PublicShop
  readonly #answers: { ask: () => Promise<unknown>; text: string | undefined }[] = []

  constructor(shop: PublicShop) {
    this.#shop = shop
    this.origin = shop.origin
    this.takesCards = shop.takesCards
    this.timeZone = shop.timeZone
  }

  content = () => this.#recorded(() => this.#shop.content())
  item = (id: string) => this.#recorded(() => this.#shop.item(id))
  items = (limit: number) => this.#recorded(() => this.#shop.items(limit))
  reviews = (limit: number) => this.#recorded(() => this.#shop.reviews(limit))

  /** Whether the shop would return the same data again. */
  async isUnchanged(): Promise<boolean> {
    const now = await Promise.all(this.#answers.map(({ ask }) => ask()))
    return now.every((answer, at) => JSON.stringify(answer) === this.#answers[at]?.text)
  }

  async #recorded<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      this.#answers.push({ ask, text: JSON.stringify(answer) })
      return answer
    } catch (error) {
      this.faults.push(error)
      throw error
    }
  }
}

/** Only scripts and styles with the mark are allowed: an injected one cannot have it. */
function responseOf(html: string, mark: string, foreign: ForeignOrigins): CachedResponse {
  const attribute = ` nonce="${mark}"`
  const hashesOf = (elements: RegExp): string[] => {
    const own = [...html.matchAll(elements)].filter(
      ([, attributes = '']) => attributes.includes(attribute) && !/\ssrc=/.test(attributes),
    )
    return [...new Set(own.map(([, , source = '']) => `sha256-${hash('sha256', source, 'base64')}`))]
  }
  const inline = {
    scripts: hashesOf(/<script([^>]*)>([\s\S]*?)<\/script>/g),
    styles: hashesOf(/<style([^>]*)>([\s\S]*?)<\/style>/g),
  }
  return new CachedResponse(html.replaceAll(attribute, ''), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(inline, foreign),
  })
}
