import { matchRoutes } from 'react-router'
import type { PublicShop } from '#contract/public-shop.ts'
import type { WebBuild } from '../../src/server/pages/renderer.ts'
import { indexedPaths } from '../../src/web/paths.ts'

/** A web build with a home page and item pages whose text comes from the function. */
export function smallWeb(textOf: (path: string, shop: PublicShop) => Promise<string>): WebBuild {
  const page = async (request: Request, { shop }: { shop: PublicShop }) => {
    try {
      return new Response(await textOf(new URL(request.url).pathname, shop))
    } catch {
      return new Response('This page did not load', { status: 500 })
    }
  }
  const routes = {
    root: { id: 'root', path: '' },
    home: { id: 'home', parentId: 'root', index: true },
    item: { id: 'item', parentId: 'root', path: 'items/:id' },
  }
  const provideShop = (shop: PublicShop) => ({ shop })
  const module = { createRequestHandler: () => page, matchRoutes, provideShop, indexedPaths }
  return { routes, entry: { module } } as unknown as WebBuild
}
