import { Suspense } from 'react'
import { useFold } from '../features/insights/fold.ts'
import { periodIn } from '../features/insights/period.ts'
import { insightsOf } from '../features/insights/queries.ts'
import { AllOrders } from '../features/orders/all-orders.tsx'
import { ExportOrders } from '../features/orders/export-orders.tsx'
import { useOrderFilter } from '../features/orders/order-filter.ts'
import { allOrders } from '../features/orders/queries.ts'
import { AttentionList, attentionNeeded } from '../features/payments/attention-list.tsx'
import { startForAdmin } from '../features/session/start-queries.ts'
import { lazyComponent } from '../ui/lazy-component.ts'
import { LazyPanel } from '../ui/lazy-panel.tsx'
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

const NoticesPanel = lazyComponent(
  () => import('../features/notices/notices-panel.tsx'),
  'Your notifications',
)

/** Starts loading with the page; the orders do not wait for it. */
const InsightsStrip = lazyComponent(
  () => import('../features/insights/insights-strip.tsx'),
  'Shop performance',
)

/** The spec titles this page 'Manage Items'. */
export default function ManageAllOrders() {
  const { filter, isFiltered } = useOrderFilter()
  const { isOpen } = useFold(isFiltered)
  return (
    <PageSection
      title="Manage Items"
      tools={
        <div className="section-tools">
          <LazyPanel name="notices" value="own" label="Email notifications" panel={NoticesPanel} />
          <ExportOrders filter={filter} />
        </div>
      }
    >
      <AttentionList />
      <Suspense fallback={<div className="panel insights-room" data-open={isOpen} />}>
        <InsightsStrip isFiltered={isFiltered} state={filter.state} />
      </Suspense>
      <AllOrders />
    </PageSection>
  )
}
