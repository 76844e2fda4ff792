import type { MetaArgs } from 'react-router'
import { ManagedItems } from '../features/items/managed-items.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'Manage Items', own: true })

export default function ManageItems() {
  return (
    <AdminOnly>
      {() => (
        <PageSection title="Manage Items">
          <ManagedItems />
        </PageSection>
      )}
    </AdminOnly>
  )
}
