import type { MetaArgs } from 'react-router'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { AllUsers } from '../features/users/all-users.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'All Users', own: true })

/** The spec gives this page the heading of My Orders. */
export default function AllUsersPage() {
  return (
    <AdminOnly>
      {() => (
        <PageSection title="Welcome to your Order">
          <AllUsers />
        </PageSection>
      )}
    </AdminOnly>
  )
}
