import type { MetaArgs } from 'react-router'
import { AddItemForm } from '../features/items/add-item-form.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'Add a Item', own: true })

export default function AddItem() {
  return (
    <AdminOnly>
      {() => (
        <PageSection title="You can add a item" className="max-w-2xl">
          <AddItemForm />
        </PageSection>
      )}
    </AdminOnly>
  )
}
