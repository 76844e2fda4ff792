import type { MetaArgs } from 'react-router'
import { AllBookings } from '../features/bookings/all-bookings.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'Manage All Orders', own: true })

/** The spec titles this page 'Manage Items'. */
export default function ManageAllOrders() {
  return (
    <AdminOnly>
      {() => (
        <section aria-labelledby="page-title">
          <h2 id="page-title" className="mb-6 font-display text-2xl">
            Manage Items
          </h2>
          <AllBookings />
        </section>
      )}
    </AdminOnly>
  )
}
