import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useContext } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root.ts'
import { shopContext } from './api/public-shop.ts'
import { queryClient } from './api/query-client.ts'
import { ScriptNonceContext } from './api/script-nonce.ts'
import { TopBar } from './features/session/top-bar.tsx'
import { Footer } from './features/site/footer.tsx'
import { firstPaint } from './first-paint.ts'
import { paths } from './paths.ts'
import { describe } from './ui/meta.ts'
import './styles.css'
import { Brand } from './ui/brand.tsx'
import { HydrationProvider } from './ui/hydrated.tsx'
import { lazyComponent } from './ui/lazy-component.ts'
import { Toasts } from './ui/toast.tsx'

/** Not loaded for visitors, who have no bag. */
const Bag = lazyComponent(() => import('./features/orders/bag.tsx'))

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links = () => [
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { ...font, href: '/fonts/young-serif-latin.woff2' },
  { ...font, href: '/fonts/figtree-latin.woff2' },
]

export const meta = (args: Route.MetaArgs) => describe(args, {})

export function loader({ context }: Route.LoaderArgs) {
  const { origin, takesOrders } = context.get(shopContext)
  return { origin, takesOrders }
}

/** The root data never changes, so navigations do not fetch it again. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f3" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1714" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; React would escape it */}
        <script nonce={useContext(ScriptNonceContext)} dangerouslySetInnerHTML={{ __html: firstPaint }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <QueryClientProvider client={queryClient()}>
      <HydrationProvider>
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        <TopBar
          bag={
            <Suspense>
              <Bag />
            </Suspense>
          }
        />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        <Toasts />
      </HydrationProvider>
    </QueryClientProvider>
  )
}

/** Depends on nothing that may itself have failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const busy = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="wide grid min-h-screen content-center justify-items-start gap-6 py-16">
      <Brand />
      <h1 className="font-display text-4xl">{busy ? 'The shop is very busy' : 'This page did not load'}</h1>
      <p className="max-w-reading text-soft">
        Something went wrong on our side, and nothing was ordered or changed by it. Loading the page again
        usually helps.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Load again
        </button>
        <a href={paths.home} className="btn btn-quiet">
          To the home page
        </a>
      </div>
    </main>
  )
}
