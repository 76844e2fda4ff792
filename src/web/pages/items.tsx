import type { MetaArgs } from 'react-router'
import { FoundItems } from '../features/items/found-items.tsx'
import { useItemFilter } from '../features/items/item-filter.ts'
import { ItemTools } from '../features/items/item-tools.tsx'
import { SignedIn } from '../features/session/signed-in.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'Our Items', own: true })

export default function Items() {
  const [filter, show] = useItemFilter()
  return (
    <div className="wide section">
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Our Items</h1>
      <ItemTools filter={filter} onChange={show} />
      <SignedIn>{() => <FoundItems filter={filter} />}</SignedIn>
    </div>
  )
}
