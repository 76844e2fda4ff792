import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type MetaDescriptor,
  type RouteObject,
  RouterProvider,
  UNSAFE_withComponentProps as withComponentProps,
} from 'react-router'
import type { TestContext } from 'vitest'
import type { ShopContent } from '#contract/shop-content.ts'
import { currencyOf } from '#domain/currencies.ts'
import { setShopCurrency, usDollar } from '#domain/currency.ts'
import { demoContent } from '../../../src/server/demo/content.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import App from '../../../src/web/root.tsx'
import table from '../../../src/web/routes.ts'
import { Network } from './network.ts'
import { recordConsole, Screen, settle } from './screen.ts'

interface Page {
  default: Parameters<typeof withComponentProps>[0]
  clientLoader?: (args: LoaderFunctionArgs) => unknown
  meta?: (args: object) => MetaDescriptor[]
}

const web = join(import.meta.dirname, '../../../src/web')

const pageIn = (file: string): Promise<Page> => import(join(web, file))

/** Converts the shop's route table; each page is loaded when it is visited. */
const routeOf = ({ path, index, file, children }: RouteConfigEntry): RouteObject => {
  const handle = { file }
  const lazy = async () => {
    const { default: Component, clientLoader: loader } = await pageIn(file)
    return { Component: withComponentProps(Component), ...(loader && { loader }) }
  }
  if (index) return { index: true, lazy, handle }
  return { ...(path !== undefined && { path }), lazy, handle, children: children?.map(routeOf) ?? [] }
}

export interface Visit extends Screen {
  net: Network
  /** The current path, query and fragment. */
  at: () => string
  state: () => unknown
  go: (path: string, state?: unknown) => Promise<void>
  /** The title from the page's `meta`. */
  title: () => Promise<string | undefined>
}

/**
 * Opens an address of the shop with all its pages, guards and caches, on the test's network. Unmounts it after the test, which
 * fails if a call had no answer or the console got a message.
 */
export async function visit(
  t: TestContext,
  path: string,
  net = new Network(),
  { content = demoContent, ...shop }: { takesCards: boolean; content?: ShopContent } = { takesCards: true },
): Promise<Visit> {
  Reflect.get(window, 'happyDOM').setURL(`http://shop.test${path}`)
  // Removes the history state of the previous test.
  window.history.replaceState(null, '')
  const complaints = recordConsole()
  const box = document.body.appendChild(document.createElement('div'))
  const router = createBrowserRouter([
    {
      id: 'root',
      Component: withComponentProps(App),
      HydrateFallback: () => null,
      loader: () => ({
        content,
        currency: currencyOf(content.currency),
        timeZone: 'UTC',
        today: '2026-11-15',
        ...shop,
      }),
      children: table.map(routeOf),
    },
  ])
  const root = createRoot(box)
  t.onTestFinished(async () => {
    setShopCurrency(usDollar)
    for (const button of box.querySelectorAll<HTMLElement>('[aria-label="Dismiss"]')) button.click()
    root.unmount()
    router.dispose()
    await forgetEverything()
    assert.deepEqual([net.unanswered, complaints], [[], []], 'calls without an answer, or complaints')
  })
  root.render(<RouterProvider router={router} />)
  const screen = new Screen(box)
  await screen.until(() => router.state.initialized && router.state.navigation.state === 'idle')
  await settle()
  const at = () => {
    const { pathname, search, hash } = window.location
    return pathname + search + hash
  }
  const go = async (to: string, state?: unknown) => {
    await router.navigate(to, { state })
    await settle()
  }
  const title = async () => {
    const { matches, loaderData, location } = router.state
    const { route } = matches.at(-1) ?? assert.fail('The page has no route')
    const { meta } = await pageIn(route.handle.file)
    const tags = meta?.({
      location,
      loaderData: loaderData[route.id],
      matches: [{ loaderData: loaderData.root }],
    })
    return tags?.flatMap(tag => ('title' in tag ? String(tag.title) : []))[0]
  }
  return Object.assign(screen, { net, at, go, title, state: () => router.state.location.state })
}

async function forgetEverything(): Promise<void> {
  window.localStorage.clear()
  delete document.documentElement.dataset.theme
  document.body.replaceChildren()
  await settle().finally(() => queryClient().clear())
}
