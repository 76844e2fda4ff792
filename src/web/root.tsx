import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useContext } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { currencyOf } from '#domain/currencies.ts'
import { setShopCurrency } from '#domain/currency.ts'
import { dayAt } from '#domain/day.ts'
import { paletteOf } from '#domain/palette.ts'
import type { Route } from './+types/root.ts'
import { now } from './api/clock.ts'
import { ContentContext, useShownContent } from './api/content.ts'
import { rememberVoucher } from './api/linked-voucher.ts'
import { shopContext } from './api/public-shop.ts'
import { queryClient } from './api/query-client.ts'
import { ScriptNonceContext } from './api/script-nonce.ts'
import { TopBar } from './features/session/top-bar.tsx'
import { ClosedNotice } from './features/site/closed-notice.tsx'
import { Footer } from './features/site/footer.tsx'
import { firstPaint } from './first-paint.ts'
import { paths } from './paths.ts'
import { lookCss } from './ui/look.ts'
import { describe, type RootData } from './ui/meta.ts'
import './styles.css'
import { HydrationProvider, useHydrated } from './ui/hydrated.tsx'
import { lazyComponent } from './ui/lazy-component.ts'
import { Toasts } from './ui/toast.tsx'
import { fontFiles } from './ui/typefaces.ts'

// Not when the page has hydrated: until then a link leads to another address.
if (typeof window !== 'undefined') rememberVoucher()

/** Comes after everything that a visitor waits for. */
const Offline = lazyComponent(async () => {
  if (document.readyState !== 'complete')
    await new Promise(resolve => window.addEventListener('load', resolve, { once: true }))
  return import('./features/offline/offline.tsx')
})

/** Not loaded for visitors, who have neither name nor bag. */
const AccountCorner = lazyComponent(() => import('./features/orders/account-corner.tsx'))

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links = () => [
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const meta = (args: Route.MetaArgs) => describe(args, {})

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, takesCards, timeZone, content } = context.get(shopContext)
  const shown = await content()
  const { light, dark } = paletteOf(shown.accent)
  return {
    origin,
    takesCards,
    timeZone,
    today: dayAt(now(), timeZone),
    content: shown,
    currency: currencyOf(shown.currency),
    // Made on the server, so that browsers need not load what makes it.
    look: {
      styles: lookCss(shown),
      fonts: fontFiles(shown.typefaces),
      paper: { light: light['--color-base-100'], dark: dark['--color-base-100'] },
    },
  }
}

/** The root data never changes, so navigations do not fetch it again. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const look = useRouteLoaderData<RootData>('root')?.look
  const nonce = useContext(ScriptNonceContext)
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={look?.paper.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={look?.paper.dark} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; React would escape it */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: firstPaint }} />
        <Meta />
        <Links />
        {look?.fonts.map(href => (
          <link key={href} {...font} href={href} />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colors of ours; React would escape it */}
        {look?.styles && <style data-look nonce={nonce} dangerouslySetInnerHTML={{ __html: look.styles }} />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  // Before anything below is rendered, on the server and in the browser.
  setShopCurrency(loaderData.currency)
  const content = useShownContent(loaderData.content)
  return (
    <QueryClientProvider client={queryClient()}>
      <ContentContext value={content}>
        <HydrationProvider>
          <a href="#content" className="skip-link">
            Skip to content
          </a>
          <TopBar corner={AccountCorner} />
          <ClosedNotice />
          <main id="content" tabIndex={-1}>
            <Outlet />
          </main>
          <Footer />
          <Toasts />
          <AfterLoad />
        </HydrationProvider>
      </ContentContext>
    </QueryClientProvider>
  )
}

const AfterLoad = () =>
  useHydrated() && (
    <Suspense>
      <Offline />
    </Suspense>
  )

/** Depends on nothing that may itself have failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const busy = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="wide grid min-h-screen content-center justify-items-start gap-6 py-16">
      <h1 className="font-display text-4xl">{busy ? 'The shop is very busy' : 'This page did not load'}</h1>
      <p className="max-w-reading text-soft">
        Something went wrong on our side. Nothing was ordered or changed. Reloading the page usually helps.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Reload
        </button>
        <a href={paths.home} className="btn btn-quiet">
          Go to the home page
        </a>
      </div>
    </main>
  )
}
