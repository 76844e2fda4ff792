import type { MetaArgs } from 'react-router'
import { AddItemForm } from '../features/items/add-item-form.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'Add a Item', own: true })

export default function AddItem() {
  return (
    <AdminOnly>
      {() => (
        <section aria-labelledby="page-title" className="max-w-2xl">
          <h2 id="page-title" className="mb-6 font-display text-2xl">
            You can add a item
          </h2>
          <AddItemForm />
        </section>
      )}
    </AdminOnly>
  )
}
