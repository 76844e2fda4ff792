import { AdminOnly } from '../features/session/admin-only.tsx'
import { AllUsers } from '../features/users/all-users.tsx'

export const meta = () => [{ title: 'All Users · Tuckshop' }]

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
