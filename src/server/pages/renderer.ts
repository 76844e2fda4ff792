import { hash, randomBytes } from 'node:crypto'
import type { createRequestHandler, matchRoutes, RouterContextProvider, ServerBuild } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import { AnswerCache } from '../cache/answer-cache.ts'
import { type Cached, CachedAnswer } from '../cache/cached-answer.ts'
import { isOutage } from '../db/faults.ts'
import { noPage } from '../http/observe.ts'
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

/** A page to render: under which address, and what there is at the address that was asked for. */
interface Page {
  path: string
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
export const noId = '-'

/** Without a database a page of the last hour is better than none. */
const pageLimits = { most: 300, bytes: 8 * 2 ** 20, staleMs: 3_600_000, lagMs: 1000 }

/** Which data the pages show; they follow a withdrawal at once, anything else within their lag. */
export interface PageVersions {
  version: (path: string) => number
  withdrawals: () => number
}

/** One build of the web: finds the page for an address, renders it, keeps it. */
export class Renderer {
  readonly #build: WebBuild
  readonly #shop: RenderedShop
  readonly #foreign: ForeignOrigins
  readonly #routes: Route[]
  /** Pages without a parameter: most requests are for one of these, and matching ranks the whole table each time. */
  readonly #plain: ReadonlyMap<string, PageRoute>
  readonly #render: ReturnType<typeof createRequestHandler>
  readonly #kept: AnswerCache
  readonly #madeFrom = new WeakMap<CachedAnswer, readonly Fact[]>()

  constructor(
    build: WebBuild,
    shop: RenderedShop,
    foreign: ForeignOrigins,
    versions: PageVersions,
    now?: () => number,
  ) {
    this.#build = build
    this.#shop = shop
    this.#foreign = foreign
    const { version, withdrawals } = versions
    this.#kept = new AnswerCache(version, { ...pageLimits, withdrawals }, now)
    this.#routes = routesOf(build)
    const plain = this.#routes.filter(({ path }) => !/[:*]/.test(path))
    this.#plain = new Map(plain.map(({ path }) => [path, { pattern: path, params: {} }]))
    this.#render = build.entry.module.createRequestHandler(build, 'production')
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
  async pageOf({ pattern, params }: PageRoute): Promise<Page> {
    if (pattern === itemPage) return this.#itemPageOf(params.id ?? '')
    return { path: pattern.replace(/:\w+|\*/g, noId), status: pattern === noPage ? 404 : 200 }
  }

  answer({ path }: Page): Promise<Cached> {
    return this.#kept.get(path, last => this.#made(path, last))
  }

  /** Without a database nobody knows whether there is such an item; its page may have been kept. */
  async #itemPageOf(id: string): Promise<Page> {
    try {
      const item = await this.#shop.item(id)
      if (item) return { path: pathOfItem(item._id), status: 200 }
      return { path: pathOfItem(noId), status: (await this.#shop.isRemoved(id)) ? 410 : 404 }
    } catch (error) {
      if (isOutage(error)) return { path: pathOfItem(id), status: 200 }
      throw error
    }
  }

  async #made(path: string, last: CachedAnswer | undefined): Promise<CachedAnswer> {
    if (last && (await isSame(this.#madeFrom.get(last)))) return last
    const told = new Told(this.#shop)
    const mark = randomBytes(16).toString('base64url')
    const context = this.#build.entry.module.provideShop(told.shop, mark)
    const response = await this.#render(new Request(new URL(path, 'http://shop')), context)
    // The router makes a page of every error, and does not say which it was.
    if (told.faults.length > 0) throw told.faults[0]
    if (response.status >= 500) throw new Error(`The page ${path} could not be rendered`)
    const answer = keepPage(await response.text(), mark, this.#foreign)
    this.#madeFrom.set(answer, told.facts)
    return answer
  }
}

/** Something that the shop has told a page, and how to ask for it again. */
interface Fact {
  text: string | undefined
  ask(): Promise<unknown>
}

/** The same shop, which also notes what it has told, and what has failed. */
class Told {
  readonly facts: Fact[] = []
  readonly faults: unknown[] = []
  readonly shop: PublicShop

  constructor(shop: PublicShop) {
    this.shop = {
      origin: shop.origin,
      takesOrders: shop.takesOrders,
      item: id => this.#noted(() => shop.item(id)),
      items: limit => this.#noted(() => shop.items(limit)),
      reviews: limit => this.#noted(() => shop.reviews(limit)),
    }
  }

  async #noted<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      this.facts.push({ text: JSON.stringify(answer), ask })
      return answer
    } catch (error) {
      this.faults.push(error)
      throw error
    }
  }
}

/** Whether the shop would tell the same again: to ask takes a hundredth of the time of rendering. */
async function isSame(facts: readonly Fact[] = []): Promise<boolean> {
  const answers = await Promise.all(facts.map(({ ask }) => ask()))
  return answers.every((answer, at) => JSON.stringify(answer) === facts[at]?.text)
}

/** Only scripts with the mark may run: one that has got into the page in another way cannot have it. */
export function keepPage(html: string, mark: string, foreign: ForeignOrigins): CachedAnswer {
  const attribute = ` nonce="${mark}"`
  const scripts = html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)
  const own = [...scripts].filter(
    ([, attributes = '']) => attributes.includes(attribute) && !/\ssrc=/.test(attributes),
  )
  const hashes = own.map(([, , source = '']) => `sha256-${hash('sha256', source, 'base64')}`)
  return new CachedAnswer(html.replaceAll(attribute, ''), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy([...new Set(hashes)], foreign),
  })
}
