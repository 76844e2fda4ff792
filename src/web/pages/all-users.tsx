import { startForAdmin } from '../features/session/start-queries.ts'
import { AllUsers } from '../features/users/all-users.tsx'
import { allUsers } from '../features/users/queries.ts'
import { lazyComponent } from '../ui/lazy-component.ts'
import { LazyPanel } from '../ui/lazy-panel.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import { searchIn } from '../ui/search-form.tsx'
import type { Route } from './+types/all-users.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'All Users', noindex: true })

export const clientLoader = ({ url }: Route.ClientLoaderArgs) =>
  startForAdmin(client => client.prefetchInfiniteQuery(allUsers(searchIn(url.searchParams))))

const AuditPanel = lazyComponent(() => import('../features/audit/audit-panel.tsx'), 'The audit log')

/** The spec gives this page the heading of My Orders. */
export default function AllUsersPage() {
  return (
    <PageSection title="Welcome to your Order">
      <LazyPanel name="audit" value="log" label="Audit log" panel={AuditPanel} />
      <AllUsers />
    </PageSection>
  )
}
