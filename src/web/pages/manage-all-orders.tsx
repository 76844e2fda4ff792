import type { MetaArgs } from 'react-router'
import { AllBookings } from '../features/bookings/all-bookings.tsx'
import { AttentionList } from '../features/payments/attention-list.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'Manage All Orders', own: true })

/** The spec titles this page 'Manage Items'. */
export default function ManageAllOrders() {
  return (
    <AdminOnly>
      {() => (
        <PageSection title="Manage Items">
          <AttentionList />
          <AllBookings />
        </PageSection>
      )}
    </AdminOnly>
  )
}
