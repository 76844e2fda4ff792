import type { MetaArgs } from 'react-router'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { AllUsers } from '../features/users/all-users.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'All Users', own: true })

/** The spec gives this page the heading of My Orders. */
export default function AllUsersPage() {
  return (
    <AdminOnly>
      {user => (
        <section aria-labelledby="page-title">
          <h2 id="page-title" className="mb-6 font-display text-2xl">
            Welcome to your Order
          </h2>
          <AllUsers me={user.email} />
        </section>
      )}
    </AdminOnly>
  )
}
