import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isFiltered, useItemFilter } from '../features/items/item-filter.ts'
import { ItemGrid } from '../features/items/item-grid.tsx'
import { ItemSearchForm } from '../features/items/item-search-form.tsx'
import { type ItemFilter, itemList, noFilter } from '../features/items/list-query.ts'
import { startForUser } from '../features/session/start-queries.ts'
import { paths } from '../paths.ts'
import { FoundCount } from '../ui/found-count.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { describe } from '../ui/meta.ts'
import { Loading } from '../ui/spinner.tsx'
import { EmptyState, QueryError } from '../ui/states.tsx'
import type { Route } from './+types/items.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Our Items', noindex: true })

/** The page parses the filters itself, so a search is not prefetched. */
export function clientLoader({ url }: Route.ClientLoaderArgs): void {
  if (url.search === '') startForUser(client => client.prefetchInfiniteQuery(itemList(noFilter)))
}

export default function Items() {
  const [filter, show] = useItemFilter()
  return (
    <div className="wide section">
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Our Items</h1>
      <ItemSearchForm filter={filter} onChange={show} />
      <ItemsFor filter={filter} />
    </div>
  )
}

function ItemsFor({ filter }: { filter: ItemFilter }) {
  const list = useInfiniteQuery(itemList(filter))
  if (list.isPending) return <Loading />
  if (!list.data) return <QueryError query={list} />
  const items = list.data.pages.flatMap(page => page.rows)
  return (
    <div aria-busy={list.isPlaceholderData} className="found-items">
      <FoundCount list={list} noun="item" isSearch={isFiltered(filter)} />
      {items.length === 0 ? (
        <NoMatches filter={filter} />
      ) : (
        <>
          <ItemGrid items={items} heading="h2" eager={3} />
          <LoadMore {...list} />
        </>
      )}
    </div>
  )
}

function NoMatches({ filter }: { filter: ItemFilter }) {
  if (!isFiltered(filter)) return <EmptyState title="The shelves are empty. Please come back soon." />
  const what = filter.search ? `for “${filter.search}”` : 'like that'
  return (
    <EmptyState title={`We have nothing ${what}.`}>
      <Link to={paths.items} className="btn btn-primary" preventScrollReset>
        Show all items
      </Link>
    </EmptyState>
  )
}
