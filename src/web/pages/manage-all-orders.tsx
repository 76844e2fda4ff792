import { Suspense } from 'react'
import { periodIn } from '../features/insights/period.ts'
import { insightsOf } from '../features/insights/queries.ts'
import { Notices } from '../features/notices/notices.tsx'
import { AllOrders } from '../features/orders/all-orders.tsx'
import { allOrders } from '../features/orders/queries.ts'
import { AttentionList, attentionNeeded } from '../features/payments/attention-list.tsx'
import { startForAdmin } from '../features/session/start-queries.ts'
import { lazyComponent } from '../ui/lazy-component.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/manage-all-orders.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Manage All Orders', noindex: true })

/** The page parses the filters itself, so it starts that query. */
export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  startForAdmin(client => {
    void client.prefetchQuery(attentionNeeded)
    void client.prefetchQuery(insightsOf(periodIn(url.searchParams)))
    if (url.search === '') void client.prefetchInfiniteQuery(allOrders({}))
  })

/** Starts loading with the page; the orders do not wait for it. */
const InsightsStrip = lazyComponent(
  () => import('../features/insights/insights-strip.tsx'),
  'How the shop does',
)

/** The spec titles this page 'Manage Items'. */
export default function ManageAllOrders() {
  return (
    <PageSection title="Manage Items">
      <Notices />
      <AttentionList />
      <Suspense fallback={<div className="panel insights-room" />}>
        <InsightsStrip />
      </Suspense>
      <AllOrders />
    </PageSection>
  )
}
