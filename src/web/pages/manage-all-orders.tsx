import { AllBookings } from '../features/bookings/all-bookings.tsx'
import { allBookings } from '../features/bookings/queries.ts'
import { AttentionList, attentionNeeded } from '../features/payments/attention-list.tsx'
import { startForAdmin } from '../features/session/start-queries.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/manage-all-orders.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Manage All Orders', own: true })

export const clientLoader = () =>
  startForAdmin(client => {
    void client.prefetchQuery(attentionNeeded)
    void client.prefetchInfiniteQuery(allBookings)
  })

/** The spec titles this page 'Manage Items'. */
export default function ManageAllOrders() {
  return (
    <PageSection title="Manage Items">
      <AttentionList />
      <AllBookings />
    </PageSection>
  )
}
