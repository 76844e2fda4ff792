import { hash, randomBytes } from 'node:crypto'
import type { createRequestHandler, matchRoutes, RouterContextProvider, ServerBuild } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import { CachedResponse } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { noPage } from '../http/request-metrics.ts'
import { type ForeignOrigins, pagePolicy } from '../http/security.ts'

/** What the web's entry.server.tsx gives besides the pages: the router that they were built with. */
interface WebEntry {
  createRequestHandler: typeof createRequestHandler
  matchRoutes: typeof matchRoutes
  /** The mark is for the scripts that the renderer itself writes. */
  provideShop(shop: PublicShop, mark: string): RouterContextProvider
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

/** Which page of the route table an address means. */
interface PageRoute {
  /** '/items/:id'. */
  pattern: string
  params: { readonly id?: string | undefined }
}

/** A page, and what there is at the address that was asked for. */
interface ShownPage {
  response: CachedResponse
  status: 200 | 404 | 410
}

const itemPage = '/items/:id'

/** An id of ours stands in an address as it is. */
export const pathOfItem = (id: string): string => itemPage.replace(':id', () => id)

/** What pages show, and what they need not: whether an item that is not on sale once was, and will not be again. */
export interface RenderedShop extends PublicShop {
  isRemoved(id: string): Promise<boolean>
}

/** Stands for the id of whatever is not on sale, and for each part of an address that its page does not depend on. */
const noId = '-'

/** The name of the one page for all items that are not on sale: no address. */
const notOnSale = 'not on sale'

/** Without a database a page of the last hour is better than none. */
export const pageLimits = { bytes: 11 * 2 ** 20, staleMs: 3_600_000 }

/** One build of the web: finds the page for an address, renders it, caches it. */
export class Renderer {
  readonly #build: WebBuild
  readonly #shop: RenderedShop
  readonly #foreign: ForeignOrigins
  readonly #routes: Route[]
  /** Pages without a parameter: most requests are for one of these, and matching ranks the whole table each time. */
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

  /** Nothing where the table has no page for unknown addresses. */
  routeAt(path: string): PageRoute | undefined {
    const plain = this.#plain.get(path)
    if (plain) return plain
    const match = this.#build.entry.module.matchRoutes(this.#routes, path)?.[0]
    return match && { pattern: match.route.path, params: match.params }
  }

  /**
   * An item's page tells search engines and shared links what is on it, so it has an address of its own. All
   * others, and addresses that a visitor made up, are rendered once for all.
   */
  async show({ pattern, params }: PageRoute): Promise<ShownPage> {
    if (pattern === itemPage) return this.#showItem(params.id ?? '')
    const path = pattern.replace(/:\w+|\*/g, noId)
    const response = await this.#pages.get(path, last => this.#render(path, last))
    return { response, status: pattern === noPage ? 404 : 200 }
  }

  async #showItem(id: string): Promise<ShownPage> {
    const path = pathOfItem(id)
    const response = await this.#pages.get(path, async last =>
      (await this.#shop.item(id)) ? this.#render(path, last) : undefined,
    )
    if (response) return { response, status: 200 }
    const status = (await this.#shop.isRemoved(id)) ? 410 : 404
    const none = await this.#pages.get(notOnSale, last => this.#render(pathOfItem(noId), last))
    return { response: none, status }
  }

  async #render(path: string, last: CachedResponse | undefined): Promise<CachedResponse> {
    if (last && (await this.#renderedFrom.get(last)?.isUnchanged())) return last
    const shop = new RecordedShop(this.#shop)
    const mark = randomBytes(16).toString('base64url')
    const context = this.#build.entry.module.provideShop(shop, mark)
    const answer = await this.#handle(new Request(new URL(path, 'http://shop')), context)
    // The router makes a page of every error, and does not say which it was.
    if (shop.faults.length > 0) throw shop.faults[0]
    if (answer.status >= 500) throw new Error(`The page ${path} could not be rendered`)
    const response = responseOf(await answer.text(), mark, this.#foreign)
    this.#renderedFrom.set(response, shop)
    return response
  }
}

/** The same shop, which also records what a page has asked it: to ask again takes a hundredth of the time of rendering. */
class RecordedShop implements PublicShop {
  readonly origin: string | undefined
  readonly takesOrders: boolean
  readonly faults: unknown[] = []
  readonly #shop: PublicShop
  readonly #answers: { ask: () => Promise<unknown>; text: string | undefined }[] = []

  constructor(shop: PublicShop) {
    this.#shop = shop
    this.origin = shop.origin
    this.takesOrders = shop.takesOrders
  }

  item = (id: string) => this.#recorded(() => this.#shop.item(id))
  items = (limit: number) => this.#recorded(() => this.#shop.items(limit))
  reviews = (limit: number) => this.#recorded(() => this.#shop.reviews(limit))

  /** Whether the shop would answer the same again. */
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

/** Only scripts with the mark may run: one that has got into the page in another way cannot have it. */
function responseOf(html: string, mark: string, foreign: ForeignOrigins): CachedResponse {
  const attribute = ` nonce="${mark}"`
  const scripts = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  const own = [...scripts].filter(
    ([, attributes = '']) => attributes.includes(attribute) && !/\ssrc=/.test(attributes),
  )
  const hashes = own.map(([, , source = '']) => `sha256-${hash('sha256', source, 'base64')}`)
  return new CachedResponse(html.replaceAll(attribute, ''), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy([...new Set(hashes)], foreign),
  })
}
