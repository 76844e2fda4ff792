import { type ComponentType, lazy } from 'react'
import { YourShop } from '../features/content/your-shop.tsx'
import { ManagedItems } from '../features/items/managed-items.tsx'
import { managedList, stockLedger } from '../features/items/managed-queries.ts'
import { viewIn } from '../features/items/managed-view.ts'
import { startForAdmin } from '../features/session/start-queries.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/manage-items.ts'

/** Loaded with the preview that shows them. */
const contentPages = {
  Home: lazy(async () => ({ default: (await import('./home.tsx')).default as ComponentType })),
  Team: lazy(() => import('./team.tsx')),
  Portfolio: lazy(() => import('./portfolio.tsx')),
}

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Manage Items', noindex: true })

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  startForAdmin(client => {
    const { removed, search, itemId } = viewIn(url.searchParams)
    void client.prefetchInfiniteQuery(managedList(removed, search))
    // The item itself is not prefetched: its panel fetches it at once and does not cache it.
    if (itemId !== undefined) void client.prefetchInfiniteQuery(stockLedger(itemId))
  })

export default function ManageItems() {
  return (
    <PageSection title="Manage Items">
      <ManagedItems yourShop={<YourShop pages={contentPages} />} />
    </PageSection>
  )
}
