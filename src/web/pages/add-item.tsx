import { AddItemForm } from '../features/items/add-item-form.tsx'
import { startForAdmin } from '../features/session/start-queries.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/add-item.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Add a Item', noindex: true })

export const clientLoader = () => startForAdmin()

export default function AddItem() {
  return (
    <PageSection title="You can add a item" className="max-w-2xl">
      <AddItemForm />
    </PageSection>
  )
}
