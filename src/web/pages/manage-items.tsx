import type { MetaArgs } from 'react-router'
import { ManagedItems } from '../features/items/managed-items.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'Manage Items', own: true })

export default function ManageItems() {
  return (
    <AdminOnly>
      {() => (
        <section aria-labelledby="page-title">
          <h2 id="page-title" className="mb-6 font-display text-2xl">
            Manage Items
          </h2>
          <ManagedItems />
        </section>
      )}
    </AdminOnly>
  )
}
