import { Audit } from '../features/audit/audit.tsx'
import { startForAdmin } from '../features/session/start-queries.ts'
import { AllUsers } from '../features/users/all-users.tsx'
import { allUsers } from '../features/users/queries.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import { searchIn } from '../ui/search-form.tsx'
import type { Route } from './+types/all-users.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'All Users', noindex: true })

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  startForAdmin(client => client.prefetchInfiniteQuery(allUsers(searchIn(url.searchParams))))

/** The spec gives this page the heading of My Orders. */
export default function AllUsersPage() {
  return (
    <PageSection title="Welcome to your Order">
      <Audit />
      <AllUsers />
    </PageSection>
  )
}
