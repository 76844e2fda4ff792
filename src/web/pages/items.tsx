import { FoundItems } from '../features/items/found-items.tsx'
import { useItemFilter } from '../features/items/item-filter.ts'
import { ItemTools } from '../features/items/item-tools.tsx'
import { everything, itemList } from '../features/items/queries.ts'
import { startForUser } from '../features/session/start-queries.ts'
import { describe } from '../ui/meta.ts'
import type { Route } from './+types/items.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Our Items', own: true })

/** A search is left to the page, which knows how an address is read as one. */
export function clientLoader({ url }: Route.ClientLoaderArgs): void {
  if (url.search === '') startForUser(client => client.prefetchInfiniteQuery(itemList(everything)))
}

export default function Items() {
  const [filter, show] = useItemFilter()
  return (
    <div className="wide section">
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Our Items</h1>
      <ItemTools filter={filter} onChange={show} />
      <FoundItems filter={filter} />
    </div>
  )
}
