import { ManagedItems } from '../features/items/managed-items.tsx'
import { everything, itemList } from '../features/items/queries.ts'
import { startForAdmin } from '../features/session/start-queries.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/manage-items.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Manage Items', own: true })

export const clientLoader = () => startForAdmin(client => client.prefetchInfiniteQuery(itemList(everything)))

export default function ManageItems() {
  return (
    <PageSection title="Manage Items">
      <ManagedItems />
    </PageSection>
  )
}
